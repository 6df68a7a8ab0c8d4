import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadMessages, onMessagesChange } from '../../i18n/load-messages.ts';
import { messagesFor } from '../../i18n/lookup.ts';
import type { Messages } from '../../i18n/messages.ts';
import { nearestLang } from '../base/nearest-lang.ts';

/** The controllers of all elements on the page. They share one observer of the document. */
const controllers = new Set<MessagesController>();
let observer: MutationObserver | undefined;

function watch(controller: MessagesController) {
  controllers.add(controller);
  if (observer) return;
  observer = new MutationObserver(() => controllers.forEach((each) => each.pageChanged()));
  observer.observe(document, { subtree: true, attributeFilter: ['lang'] });
}

function unwatch(controller: MessagesController) {
  controllers.delete(controller);
  if (controllers.size) return;
  observer?.disconnect();
  observer = undefined;
}

/**
 * The host's language and its messages. Both are read at every update, and change with the `lang` attributes of the
 * page.
 */
export class MessagesController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #changed = () => this.#host.requestUpdate();
  /** A BCP 47 tag, for `Intl`. */
  locale = '';

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get messages(): Messages {
    return messagesFor(this.locale);
  }

  read(): void {
    const locale = nearestLang(this.#host);
    if (locale === this.locale) return;
    this.locale = locale;
    loadMessages(locale);
  }

  pageChanged(): void {
    if (nearestLang(this.#host) !== this.locale) this.#changed();
  }

  hostConnected(): void {
    onMessagesChange.add(this.#changed);
    watch(this);
  }

  hostDisconnected(): void {
    onMessagesChange.delete(this.#changed);
    unwatch(this);
  }
}
