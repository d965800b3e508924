import { queueWrites, type Outbox, type QueuedRows } from '../../../callbacks/outbox/outbox';
import type { BatchPart } from './batch-part';

/** Queues the events of the changes for the tenants' backends. */
export function eventsPart({ collect }: Pick<Outbox, 'collect'>): BatchPart<undefined, QueuedRows> {
  return {
    collect: ({ applied }) => collect(applied.flatMap(({ change }) => change.events)),
    write: queueWrites,
  };
}
