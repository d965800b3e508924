import { ChatRelayWidget } from './element';

export { ChatRelayWidget, type WidgetEvents } from './element';
export type { ChatRelayWidgetAttributes } from './attributes';
export type { Overrides } from './wording';
export type { Strings } from './locales/fr';

const TAG = 'chat-relay-widget';

// Not on a server, and only once if a page includes the widget twice.
if (globalThis.customElements && !customElements.get(TAG)) {
  customElements.define(TAG, ChatRelayWidget);
}

declare global {
  interface HTMLElementTagNameMap {
    'chat-relay-widget': ChatRelayWidget;
  }
}
