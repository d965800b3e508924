import { ChatRelayWidget } from './element';

export { ChatRelayWidget, type WidgetEvents } from './element';
export type { ChatRelayWidgetAttributes } from './attributes';
export type { Overrides } from './wording';
export type { Strings } from './locales/fr';

const TAG = 'chat-relay-widget';

// A server has no custom elements. A page that includes the widget twice must define it only once.
if (globalThis.customElements && !customElements.get(TAG)) {
  customElements.define(TAG, ChatRelayWidget);
}

declare global {
  interface HTMLElementTagNameMap {
    'chat-relay-widget': ChatRelayWidget;
  }
}
