import {
  deleteRowsOf,
  type RowsOfConversation,
  type StoredData,
} from '../../platform/storage/stored-data';
import {
  BLOCKED_EVENT_TYPES,
  CALLBACK_ATTEMPTS,
  CALLBACK_EVENTS,
  CALLBACK_LANES,
  CALLBACK_RESULTS,
  QUEUE_NOTICES,
  TENANT_HEALTH,
} from './model';

const UNSETTLED = "('pending', 'aside')";

const LANES: RowsOfConversation = { table: CALLBACK_LANES, of: 'conversation' };
/** Settled callbacks of an old conversation stay as long as those of other conversations. */
const EVENTS: RowsOfConversation = {
  table: CALLBACK_EVENTS,
  of: 'conversation',
  ifOld: `state IN ${UNSETTLED}`,
  isChangedByErasure: true,
};
const ATTEMPTS: RowsOfConversation = {
  table: CALLBACK_ATTEMPTS,
  of: 'conversation',
  ifOld: `EXISTS (SELECT 1 FROM callback_events e
    WHERE e.tenant_id = callback_attempts.tenant_id
      AND e.conversation_id = callback_attempts.conversation_id
      AND e.sequence = callback_attempts.sequence AND e.state IN ${UNSETTLED})`,
  isChangedByErasure: true,
};

export const callbacksData: StoredData = {
  ofTenant: [
    CALLBACK_ATTEMPTS,
    CALLBACK_EVENTS,
    CALLBACK_LANES,
    TENANT_HEALTH,
    CALLBACK_RESULTS,
    BLOCKED_EVENT_TYPES,
    QUEUE_NOTICES,
  ],
  ofConversation: [ATTEMPTS, EVENTS],
  onErased: async (tx, erased) => {
    // Lanes before events, in the worker's lock order. A worker with a leased lane can settle nothing in it any
    // more. Without the row, no event can be sent, resent or replayed.
    for (const rows of [LANES, EVENTS, ATTEMPTS]) await deleteRowsOf(tx, rows, erased);
  },
  /** Removes the lanes, so that no event is sent any more. */
  onRemoved: (tx, removed) => deleteRowsOf(tx, LANES, removed),
};
