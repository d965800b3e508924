import type { SessionMode } from '../frames';
import type { Persistence } from '../session/storage';

/** The attributes of `<chat-relay-widget>`; the README describes each. */
export interface ChatRelayWidgetAttributes {
  /** The relay's address. */
  'base-url'?: string | undefined;
  'tenant-id'?: string | undefined;
  'public-key'?: string | undefined;
  /** A language tag; without it, the page's language. */
  locale?: string | undefined;
  mode?: SessionMode | undefined;
  'routing-key'?: string | undefined;
  persistence?: Persistence | undefined;
  position?: 'left' | 'right' | undefined;
  theme?: 'light' | 'dark' | undefined;
}
