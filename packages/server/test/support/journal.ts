import { listBatchParts } from '../../src/app/batch-parts';
import { createOutbox, type Outbox } from '../../src/callbacks/outbox/outbox';
import {
  createJournal,
  type Journal,
  type JournalOptions,
} from '../../src/conversations/journal/journal';
import { quietLog } from './database';

type Given = Pick<JournalOptions, 'database'> & Partial<JournalOptions> & { outbox?: Outbox };

/** Opens a journal with the batch parts that the relay uses. */
export function openTestJournal({ outbox = createOutbox(quietLog), ...given }: Given): Journal {
  return createJournal({
    clock: Date.now,
    log: quietLog,
    messagesPerDay: 2_000,
    outbox,
    parts: listBatchParts(outbox),
    ...given,
  });
}
