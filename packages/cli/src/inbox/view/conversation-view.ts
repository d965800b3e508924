import { rowOf, suggestionOf } from '@chat-relay/desk/selectors';
import type { OpenConversation } from '@chat-relay/desk/state';
import type { Row } from '@chat-relay/desk/wire';
import { truncate } from '../../terminal/columns';
import type { Paint } from '../../terminal/paint';
import { sanitiseLine } from '../../terminal/sanitise';
import { visitorName } from './labels';
import { outgoingLines, suggestionLines, threadLines, type ThreadLine } from '../message-lines';
import type { InboxState } from '../state/screen-state';

/** Draws the open conversation in exactly `height` lines. The last one says who is typing, or what was read. */
export function conversationView(
  state: InboxState,
  opened: OpenConversation,
  { width, height, nowMs, paint }: { width: number; height: number; nowMs: number; paint: Paint },
): string[] {
  const row = rowOf(state, opened.id);
  const suggestion = row && suggestionOf(state, row);
  const lines = [
    ...threadLines(opened.messages, width),
    ...(suggestion ? suggestionLines(suggestion, width) : []),
    ...state.outgoing
      .filter((one) => one.conversationId === opened.id && !one.hasArrived)
      .flatMap((one) => outgoingLines(one.content, one.isRetrying, width)),
  ];
  const room = height - 1;
  const end = Math.max(Math.min(lines.length, room), lines.length - state.scrollBack);
  const shown = lines.slice(Math.max(0, end - room), end);
  const body = opened.isLoaded
    ? shown.map((line) => drawLine(line, width, paint))
    : [paint('dim', 'Loading…')];
  const blank = Array<string>(Math.max(0, room - body.length)).fill('');
  return [...body, ...blank, paint('dim', truncate(lastLine(state, opened, nowMs), width))];
}

function drawLine({ head, text, look }: ThreadLine, width: number, paint: Paint): string {
  const cut = truncate(text, width - head.length);
  return paint('dim', truncate(head, width)) + (look ? paint(look, cut) : cut);
}

function lastLine(state: InboxState, opened: OpenConversation, nowMs: number): string {
  if (state.scrollBack > 0) return `↓ ${state.scrollBack} more lines below (PgDn)`;
  const row = rowOf(state, opened.id);
  if (opened.botDraft) {
    return `The bot is writing: ${sanitiseLine(opened.botDraft.text)}`;
  }
  if (opened.typing && opened.typing.untilMs > nowMs) {
    const isVisitor = opened.typing.kind === 'visitor';
    return `${isVisitor && row ? visitorName(row) : 'The bot'} is typing…`;
  }
  return row ? receipt(opened, row, state.delivered[opened.id] ?? 0) : '';
}

/** Tells how far the last reply got, unless the visitor has written since. */
function receipt({ messages }: OpenConversation, row: Row, deliveredSeq: number): string {
  const last = messages.findLast(({ sender }) => sender.kind === 'agent');
  if (!last || messages.some(({ seq, sender }) => seq > last.seq && sender.kind === 'visitor')) {
    return '';
  }
  if (row.visitor_read_seq >= last.seq) return '✓✓ read by the visitor';
  return deliveredSeq >= last.seq ? '✓✓ on the visitor’s screen' : '✓ stored by the relay';
}
