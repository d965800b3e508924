import type { Draft } from './draft';
import type { Rows } from './rows';
import type { Message, Operator, Presence } from './wire';

/** The whole inbox as one value: the screen is drawn from it and nothing else. */
export interface InboxState {
  me: { name: string; operatorIds: readonly string[]; presence: Presence };
  /** Names of tenants by id. */
  tenants: Readonly<Record<string, string>>;
  colleagues: readonly Operator[];
  /** Only this tenant is shown; null shows all. */
  tenantId: string | null;
  link: Link;
  rows: Rows;
  isLoaded: boolean;
  /** Grows with each change of `rows`. */
  revision: number;
  showsAll: boolean;
  /** The chosen row, and where it stood: when it goes, its neighbour is chosen. */
  selected: { id: string | null; index: number };
  open: OpenConversation | null;
  drafts: Readonly<Record<string, Draft>>;
  outgoing: readonly Outgoing[];
  overlay: Overlay | null;
  notice: Notice | null;
  size: { width: number; height: number };
}

/** The live feed. `away` counts down to the next attempt. */
export type Link = { kind: 'connecting' } | { kind: 'live' } | { kind: 'away'; retryAtMs: number };

export interface OpenConversation {
  id: string;
  messages: readonly Message[];
  isLoaded: boolean;
  hasOlder: boolean;
  isWriting: boolean;
  /** Lines that are scrolled past below; 0 follows what comes. */
  scrollBack: number;
  typing: { kind: Message['sender']['kind']; untilMs: number } | null;
  deliveredSeq: number;
}

/** An answer that the relay has not confirmed yet. It keeps its id over all attempts. */
export interface Outgoing {
  clientMsgId: string;
  conversationId: string;
  content: string;
  isRetrying: boolean;
  /** It has come back by the feed before its own answer did. */
  hasArrived: boolean;
}

type Question = 'resolve' | 'quit';

export type Overlay =
  | { kind: 'help' }
  | { kind: 'question'; question: Question; conversationId: string | null; text: string }
  | { kind: 'transfer'; conversationId: string; index: number };

export interface Notice {
  text: string;
  tone: 'info' | 'warning';
}

/** The inbox before anything is known. */
export function initialState(start: {
  name: string;
  tenantId: string | null;
  size: InboxState['size'];
}): InboxState {
  return {
    me: { name: start.name, operatorIds: [], presence: 'offline' },
    tenants: {},
    colleagues: [],
    tenantId: start.tenantId,
    link: { kind: 'connecting' },
    rows: new Map(),
    isLoaded: false,
    revision: 0,
    showsAll: false,
    selected: { id: null, index: 0 },
    open: null,
    drafts: {},
    outgoing: [],
    overlay: null,
    notice: null,
    size: start.size,
  };
}
