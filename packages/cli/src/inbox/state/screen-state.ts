import { initialDesk, type DeskState } from '@chat-relay/desk/state';
import type { Operator } from '@chat-relay/server/wire/operators';

/** The whole state of the inbox. The screen is drawn from it, and from nothing else. */
export interface InboxState extends DeskState {
  /** Only this tenant's conversations are shown; null shows all. */
  tenantId: string | null;
  showsAll: boolean;
  /** The selected row, and its index for when it disappears: then its neighbour is selected. */
  selected: { id: string | null; index: number };
  /** True if keys write into the draft of the open conversation. */
  isWriting: boolean;
  /** The number of lines below the visible ones; 0 follows new messages. */
  scrollBack: number;
  /** The cursor's position in each draft. A draft that is not listed has it at its end. */
  cursors: Readonly<Record<string, number>>;
  /** The selected canned reply, and the position of a `/` for which the operator closed the picker. */
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
  /** Asks whether to transfer to an operator who is not online. */
  | { kind: 'question'; question: 'transfer'; conversationId: string; to: Operator; text: string }
  /** Has the operator's id and no index, because the order changes as colleagues come and go. */
  | { kind: 'transfer'; conversationId: string; operatorId: string };

export interface Notice {
  text: string;
  tone: 'info' | 'warning';
}

/** The inbox before anything is fetched. */
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
