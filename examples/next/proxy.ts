import { NextResponse, type NextRequest } from 'next/server';
import { shop } from './shop/index.ts';

/**
 * Refuses forms of other sites and paths that cannot be decoded, and sets the policy.
 *
 * Allows the scripts that Next marks with the nonce of this request, and no other inline script. Next loads its own
 * scripts from plain text URLs, which the Trusted Types policy `default` of app/layout.tsx checks.
 */
export function proxy(request: NextRequest) {
  const { pathname } = request.nextUrl;
  if (!isDecodable(pathname)) return new NextResponse(null, { status: 400 }); // Next would answer 500
  if (pathname.startsWith('/pay/')) return NextResponse.next();
  const { isOwnForm } = shop();
  if (request.method === 'POST' && !isOwnForm(request.headers.get('origin'), request.headers.get('host')))
    return new NextResponse(null, { status: 403 });
  const nonce = btoa(crypto.randomUUID());
  // The development server runs code with eval(), and adds style elements.
  const isDev = process.env.NODE_ENV === 'development';
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${isDev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${isDev ? " 'unsafe-inline'" : ''}`,
    "connect-src 'self'",
    "img-src 'self' data:", // data: images are the service's QR codes
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isDev
      ? ["font-src 'self'"] // for its error overlay
      : ["require-trusted-types-for 'script'", 'trusted-types default lit-html nextjs nextjs#bundler']),
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy); // Next reads the nonce from here
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('referrer-policy', 'same-origin');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

function isDecodable(pathname: string) {
  try {
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

export const config = { matcher: ['/((?!pay/|_next/).*)', '/pay/(.*%.*)'] };
