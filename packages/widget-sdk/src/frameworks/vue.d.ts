import type { DefineComponent } from 'vue';
import type { ChatRelayWidgetAttributes } from '../widget/index';

export * from '../widget/index';

declare module 'vue' {
  /** Types the element in templates. In TSX, Vue accepts any element. */
  interface GlobalComponents {
    'chat-relay-widget': DefineComponent<ChatRelayWidgetAttributes>;
  }
}
