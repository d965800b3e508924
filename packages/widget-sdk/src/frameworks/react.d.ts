import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ChatRelayWidget, ChatRelayWidgetAttributes } from '../widget/index';

export * from '../widget/index';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'chat-relay-widget': DetailedHTMLProps<HTMLAttributes<ChatRelayWidget>, ChatRelayWidget> &
        ChatRelayWidgetAttributes;
    }
  }
}
