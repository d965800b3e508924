import type { Notice } from './hub';
import type { Committed } from '../journal/journal';

/** What watchers are told of a commit; null when it changed nothing. */
export function noticeOf(committed: Committed): Notice | null {
  const { session, before, state, change, source } = committed;
  if (!change || !state) return null;
  return {
    kind: 'change',
    session,
    state,
    messages: change.messages,
    receipts: change.receipts,
    hasStatusChanged:
      before?.status !== state.status || before.operator?.operatorId !== state.operator?.operatorId,
    source,
  };
}
