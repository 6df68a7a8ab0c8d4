"""The addresses below /pay in a Django project. In its urls.py: `path("", include("pay.django_urls"))`."""

from django.http import HttpResponse
from django.urls import re_path
from django.views.decorators.csrf import csrf_exempt

from .pay import respond
from .web import Request


@csrf_exempt  # webhooks have no token of Django's, and POST payments takes only what no form of another site can send
def pay(request):
    status, headers, content = respond(Request(request.environ))
    return HttpResponse(content, status=status, headers=headers)


urlpatterns = [re_path("^pay/", pay)]
