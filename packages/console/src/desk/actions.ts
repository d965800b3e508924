import type { BulkAction, BulkResult } from '@chat-relay/server/wire/conversations';
import { MOST_AT_ONCE } from './bulk';
import type { DeskEvent } from './reducer';
import { hasCode } from './relay/refusal';
import type { DeskRelay } from './relay/routes';
import type { PresenceSetting } from '@chat-relay/server/wire/operators';
import type { Row } from './wire';

/**
 * What an operator does with a conversation. Each throws as the relay does. One action at a time
 * for each conversation: the second of two presses is ignored and gives null.
 */
export interface Actions {
  claim(id: string): Promise<ClaimOutcome | null>;
  release(id: string): Promise<Row | null>;
  resolve(id: string): Promise<Row | null>;
  /** @param isForced to one who is not online; else the relay refuses it as `operator_not_available` */
  transfer(id: string, operatorId: string, isForced?: boolean): Promise<Row | null>;
  markUnread(id: string): Promise<Row | null>;
  /** Gives it these tags in place of those that it has. */
  tag(id: string, tags: readonly string[]): Promise<Row | null>;
  /** @param until ISO 8601; null: it is over now */
  snooze(id: string, until: string | null): Promise<Row | null>;
  /** The same with each of these conversations. A refusal of one is in its result. */
  update(ids: readonly string[], action: BulkAction): Promise<BulkResult[]>;
  setPresence(presence: PresenceSetting): Promise<void>;
}

/** Who has the conversation now. Of a faster operator, what the relay says about them. */
export type ClaimOutcome =
  | { kind: 'claimed'; row: Row }
  | { kind: 'taken'; name: string | null; sinceIso: string | null };

export function createActions({
  relay,
  revision,
  dispatch,
}: {
  relay: DeskRelay;
  /** Of the desk's state. */
  revision(): number;
  dispatch(event: DeskEvent): void;
}): Actions {
  const busy = new Set<string>();

  const once = async <Outcome>(
    id: string,
    work: () => Promise<Outcome>,
  ): Promise<Outcome | null> => {
    if (busy.has(id)) return null;
    busy.add(id);
    try {
      return await work();
    } finally {
      busy.delete(id);
    }
  };

  const put = async (asked: Promise<Row>): Promise<Row> => {
    const since = revision();
    const row = await asked;
    dispatch({ type: 'rows', rows: [row], since });
    return row;
  };

  return {
    claim: (id) =>
      once(id, async () => {
        try {
          return { kind: 'claimed', row: await put(relay.claim(id)) } as const;
        } catch (error) {
          const refusal = relay.explain(error);
          if (!hasCode(refusal, 'conversation_already_claimed')) throw error;
          const { operator_display_name: name, claimed_at: sinceIso } = refusal.data;
          await put(relay.row(id));
          return {
            kind: 'taken',
            name: typeof name === 'string' ? name : null,
            sinceIso: typeof sinceIso === 'string' ? sinceIso : null,
          } as const;
        }
      }),
    release: (id) => once(id, () => put(relay.release(id))),
    resolve: (id) => once(id, () => put(relay.resolve(id))),
    transfer: (id, operatorId, isForced) =>
      once(id, () => put(relay.transfer(id, operatorId, isForced))),
    markUnread: (id) => once(id, () => put(relay.markUnread(id))),
    tag: (id, tags) => once(id, () => put(relay.tag(id, tags))),
    snooze: (id, until) => once(id, () => put(relay.snooze(id, until))),
    update: async (ids, action) => {
      const results: BulkResult[] = [];
      for (let first = 0; first < ids.length; first += MOST_AT_ONCE) {
        const since = revision();
        const some = await relay.updateMany(ids.slice(first, first + MOST_AT_ONCE), action);
        const rows = some.flatMap(({ conversation }) => conversation ?? []);
        dispatch({ type: 'rows', rows, since });
        results.push(...some);
      }
      return results;
    },
    setPresence: async (presence) => {
      const operators = await relay.setPresence(presence).catch((error: unknown) => {
        // An owner or admin who is not an operator has no presence, and can read all the same.
        if (hasCode(relay.explain(error), 'insufficient_role')) return [];
        throw error;
      });
      const operatorIds = operators.map((one) => one.operator_id);
      dispatch({ type: 'identified', operatorIds, presence });
    },
  };
}
