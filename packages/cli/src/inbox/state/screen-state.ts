import { initialDesk, type DeskState } from '@chat-relay/desk/state';
import type { Operator } from '@chat-relay/server/wire/operators';

/** The whole inbox as one value: the screen is drawn from it alone. */
export interface InboxState extends DeskState {
  /** Only this tenant is shown; null shows all. */
  tenantId: string | null;
  showsAll: boolean;
  /** The selected row and its place: when it disappears, its neighbour is selected. */
  selected: { id: string | null; index: number };
  /** Keys write into the draft of the open conversation. */
  isWriting: boolean;
  /** Lines below the visible ones; 0 follows new messages. */
  scrollBack: number;
  /** Where the cursor is in each draft; at its end where nothing is said. */
  cursors: Readonly<Record<string, number>>;
  /** Which canned reply is chosen, and the place of a `/` that was meant as one. */
  picker: { index: number; dismissedAt: number | null };
  overlay: Overlay | null;
  notice: Notice | null;
  size: { width: number; height: number };
}

export type Overlay =
  | { kind: 'help' }
  | {
      kind: 'question';
      question: 'resolve' | 'quit' | 'command';
      conversationId: string | null;
      text: string;
    }
  /** Whether it is handed to someone who is not online. */
  | { kind: 'question'; question: 'transfer'; conversationId: string; to: Operator; text: string }
  /** By id: the order changes as colleagues come and go. */
  | { kind: 'transfer'; conversationId: string; operatorId: string };

export interface Notice {
  text: string;
  tone: 'info' | 'warning';
}

/** The inbox before anything was fetched. */
export function initialState(start: {
  name: string;
  tenantId: string | null;
  size: InboxState['size'];
}): InboxState {
  return {
    ...initialDesk(start),
    tenantId: start.tenantId,
    showsAll: false,
    selected: { id: null, index: 0 },
    isWriting: false,
    scrollBack: 0,
    cursors: {},
    picker: { index: 0, dismissedAt: null },
    overlay: null,
    notice: null,
    size: start.size,
  };
}
