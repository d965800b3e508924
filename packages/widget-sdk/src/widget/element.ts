import { attempt } from '../attempt';
import { ChatError, createChat } from '../index';
import { chooseLanguage } from '../languages';
import type { ChatOptions } from '../options';
import type { Ack, Chat, ChatEvents, Identity, SendOptions, Snapshot } from '../types';
import { watchAddress } from './page/page-watch';
import { createDraft } from './draft';
import { createPreview, type PreviewChat } from './preview';
import { watchLinks } from './link';
import { createView, type View } from './view';
import { englishWording, loadWording, toLocale, type Overrides } from './wording';
import { toJson } from '../page-proof';

/** The events of the widget and their values: those of the chat, and those of its panel. */
export interface WidgetEvents extends ChatEvents {
  open: null;
  close: null;
}

/** The chat's events that become DOM events: `crs:message` and so on. */
const FORWARDED = [
  'message',
  'ack',
  'typing',
  'receipt',
  'unread',
  'session',
  'error',
  'reset',
  'closed',
] as const satisfies (keyof ChatEvents)[];

/** A server has no elements: there the class can be imported, but not used. */
const PageElement = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

/**
 * `<chat-relay-widget base-url="…" tenant-id="…" public-key="pk_…">`: a button, and the chat that
 * it opens. More attributes: `locale`, `mode`, `routing-key`, `persistence` as in `ChatOptions`;
 * `position` (`left` or `right`) replaces the tenant's choice, `theme` (`light` or `dark`) the device's. Each event is
 * a DOM event too, with `crs:` before its name.
 */
export class ChatRelayWidget extends PageElement {
  static readonly observedAttributes = [
    'base-url',
    'tenant-id',
    'public-key',
    'locale',
    'position',
    'theme',
  ];

  /** Context for the operators; set it before the element is in the page. */
  metadata: Record<string, unknown> | undefined;

  #chat: Chat | null = null;
  #preview: PreviewChat | null = null;
  #view: View | null = null;
  #unwatch: (() => void) | null = null;
  #unlink: (() => void) | null = null;
  #wording = englishWording({});
  /** The language and texts of the last load, as JSON: the same ones are not loaded again. */
  #spoken = '';
  /** The page has set another language since the chat was mounted. */
  #isLocaleSet = false;
  #strings: Overrides = {};
  #isDestroyed = false;
  #waiting: (() => void)[] = [];

  /** The headless client under the widget; null until the element is in the page. */
  get chat(): Chat | null {
    return this.#chat;
  }

  /** The panel is open. */
  get isOpen(): boolean {
    return this.#view?.isOpen() ?? false;
  }

  /** Texts that replace the widget's own, by key. */
  get strings(): Overrides {
    return this.#strings;
  }

  set strings(strings: Overrides) {
    this.#strings = strings;
    void this.#loadWording();
  }

  /**
   * Shows this snapshot in place of a chat, such as in an editor of settings: nothing is fetched, sent or stored, and
   * no visitor session is created. Fields that are left out are empty. Set it again for each change; null makes the
   * element a chat again.
   */
  set preview(snapshot: Partial<Snapshot> | null) {
    if (this.#preview && snapshot) {
      this.#preview.show(snapshot);
      return;
    }
    this.#end();
    this.#preview = snapshot && createPreview(snapshot);
    queueMicrotask(() => this.#mount());
  }

  /** Opens the panel. */
  open(): void {
    this.#whenReady(() => this.#view?.setOpen(true));
  }

  /** Closes the panel; the launcher stays. */
  close(): void {
    this.#whenReady(() => this.#view?.setOpen(false));
  }

  /** Opens the panel, or closes it. */
  toggle(): void {
    this.#whenReady(() => this.#view?.setOpen(!this.isOpen));
  }

  /** Shows the widget after `hide()`. */
  show(): void {
    this.hidden = false;
  }

  /** Hides the widget, including the launcher; the chat continues. */
  hide(): void {
    this.hidden = true;
  }

  /** Sends a message for the visitor; see `Chat.send`. */
  send(text: string, options?: SendOptions): Promise<Ack> {
    return this.#withChat((chat) => chat.send(text, options));
  }

  /** Identifies the visitor; see `Chat.identify`. */
  identify(identity: Identity): Promise<void> {
    return this.#withChat((chat) => chat.identify(identity));
  }

  /** Changes the language of the widget and of later sessions. */
  setLocale(locale: string): void {
    this.setAttribute('locale', locale);
  }

  /** Ends the widget permanently and removes it from the page. Stored data stays. */
  destroy(): void {
    this.#isDestroyed = true;
    this.#end();
    this.remove();
  }

  /** Calls `listener` on each such event; returns a function that removes it. */
  on<K extends keyof WidgetEvents>(
    event: K,
    listener: (value: WidgetEvents[K]) => void,
  ): () => void {
    // Every `crs:` event is dispatched below, with its value in `detail`.
    const heard = (fired: Event) => listener((fired as CustomEvent<WidgetEvents[K]>).detail);
    this.addEventListener(`crs:${event}`, heard);
    return () => this.removeEventListener(`crs:${event}`, heard);
  }

  connectedCallback(): void {
    // Deferred, because a framework may set attributes after it has added the element to the page.
    queueMicrotask(() => this.#mount());
  }

  disconnectedCallback(): void {
    // Deferred, because an element that is moved leaves the page for a moment.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#chat?.stop();
      this.#stopWatching();
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'locale') {
      this.#isLocaleSet = this.#chat !== null;
      this.#chat?.setLocale(this.#locale());
      // The configuration has the tenant's texts, so it is fetched in the new language.
      if (this.#chat && this.isConnected) this.#chat.fetchConfig().catch(() => undefined);
      void this.#loadWording();
    } else if (name !== 'position' && name !== 'theme') {
      this.#end();
      queueMicrotask(() => this.#mount());
    }
    this.#view?.render();
  }

  #mount(): void {
    if (!this.isConnected || this.#isDestroyed) return;
    if (this.#chat) {
      this.#chat.start();
      return this.#watch(this.#chat);
    }
    const options = this.#preview ? null : this.#readOptions();
    const chat = this.#preview ?? (options && createChat(options));
    if (!chat) return;
    this.#chat = chat;
    for (const name of FORWARDED) chat.on(name, (value) => this.#fire(name, value));
    const draft = createDraft(
      `crs:v1:${options?.tenantId}:${options?.publicKey}:draft`,
      options ? options.persistence : 'none',
    );
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const view = createView(root, chat, draft, {
      wording: () => this.#wording,
      look: () => ({ position: this.getAttribute('position'), theme: this.getAttribute('theme') }),
      toggle: (isOpen) => this.#fire(isOpen ? 'open' : 'close', null),
    });
    this.#view = view;
    chat.subscribe(() => void this.#loadWording());
    void this.#loadWording();
    let isAsked = false;
    this.#unlink = options
      ? watchLinks(options.tenantId, (token) => (isAsked = view.offerLink(token)))
      : null;
    // A mailed link is pending: the chat starts when the visitor has decided about it.
    if (!isAsked) chat.start();
    this.#watch(chat);
    // The configuration has the name and the colours; without it the widget still works.
    chat
      .fetchConfig()
      .catch(() => undefined)
      .finally(view.reveal);
    for (const task of this.#waiting.splice(0)) attempt(task);
  }

  #watch(chat: Chat): void {
    if (!this.#preview) this.#unwatch ??= watchAddress(chat);
  }

  #stopWatching(): void {
    this.#unwatch?.();
    this.#unwatch = null;
  }

  #readOptions(): ChatOptions | null {
    const read = (name: string) => this.getAttribute(name) ?? undefined;
    const [baseUrl, tenantId, publicKey] = [
      read('base-url'),
      read('tenant-id'),
      read('public-key'),
    ];
    if (!baseUrl || !tenantId || !publicKey) return null; // not set yet
    const given = {
      locale: this.#locale(),
      routingKey: read('routing-key'),
      mode: read('mode'),
      persistence: read('persistence'),
      widgetVersion: read('widget-version'),
      metadata: this.metadata,
    };
    const known = Object.entries(given).filter(([, value]) => value !== undefined);
    // An attribute may have any value; the relay refuses unknown ones.
    return { baseUrl, tenantId, publicKey, ...(Object.fromEntries(known) as Partial<ChatOptions>) };
  }

  /** The language that the page asks for; if undefined, the tenant's is used. */
  #locale(): string | undefined {
    return toLocale(this.getAttribute('locale') || document.documentElement.lang);
  }

  /** Loads the words for the chat's language, which is the session's once there is one. */
  async #loadWording(): Promise<void> {
    const { session = null, config = null } = this.#chat?.getState() ?? {};
    const locale = this.#isLocaleSet ? this.#locale() : (session?.locale ?? this.#locale());
    const language = chooseLanguage(locale, config?.defaultLocale);
    const isOfTenant = config && chooseLanguage(config.locale, config.defaultLocale) === language;
    const texts = isOfTenant ? config.texts : undefined;
    const strings = { ...texts, ...this.#strings };
    const wanted = toJson([language, locale, strings]);
    if (wanted === this.#spoken) return;
    this.#spoken = wanted;
    const wording = await loadWording(language, locale, strings);
    if (wanted !== this.#spoken) return;
    this.#wording = wording;
    this.#view?.render();
  }

  #whenReady(task: () => void): void {
    if (this.#chat) task();
    else this.#waiting.push(task);
  }

  #withChat<T>(task: (chat: Chat) => Promise<T>): Promise<T> {
    if (this.#isDestroyed) return Promise.reject(new ChatError('destroyed'));
    return new Promise((resolve, reject) => {
      this.#whenReady(() => {
        if (this.#chat) task(this.#chat).then(resolve, reject);
      });
    });
  }

  #fire<K extends keyof WidgetEvents>(event: K, detail: WidgetEvents[K]): void {
    this.dispatchEvent(new CustomEvent(`crs:${event}`, { detail, bubbles: true, composed: true }));
  }

  #end(): void {
    this.#stopWatching();
    this.#unlink?.();
    this.#unlink = null;
    this.#view?.end();
    this.#chat?.destroy();
    this.#view = this.#chat = null;
  }
}
