import type { BulkAction, BulkResult } from '@chat-relay/server/wire/conversations';
import { MOST_AT_ONCE } from './bulk';
import type { DeskEvent } from './reducer';
import { hasCode } from './relay/refusal';
import type { DeskRelay } from './relay/routes';
import type { PresenceSetting } from '@chat-relay/server/wire/operators';
import type { Row } from './wire';

/**
 * Actions of an operator on conversations. They throw as the relay's routes do. Each conversation has one action at a
 * time: a second press during the first is ignored and resolves to null.
 */
export interface Actions {
  claim(id: string): Promise<ClaimOutcome | null>;
  release(id: string): Promise<Row | null>;
  resolve(id: string): Promise<Row | null>;
  /** @param isForced also to an operator who is not online; else refused as `operator_not_available` */
  transfer(id: string, operatorId: string, isForced?: boolean): Promise<Row | null>;
  markUnread(id: string): Promise<Row | null>;
  /** Replaces the conversation's tags. */
  tag(id: string, tags: readonly string[]): Promise<Row | null>;
  /** @param until ISO 8601; null ends the snooze now */
  snooze(id: string, until: string | null): Promise<Row | null>;
  /** Does the same to several conversations. The result has one entry each, with its refusal if there was one. */
  update(ids: readonly string[], action: BulkAction): Promise<BulkResult[]>;
  setPresence(presence: PresenceSetting): Promise<void>;
}

/** Result of a claim. `taken` names the faster operator, as far as the relay reveals who it was. */
export type ClaimOutcome =
  | { kind: 'claimed'; row: Row }
  | { kind: 'taken'; name: string | null; sinceIso: string | null };

export function createActions({
  relay,
  revision,
  dispatch,
}: {
  relay: DeskRelay;
  /** Current revision of the desk's state. */
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
        // Owners and admins who are not operators have no presence, and can read without one.
        if (hasCode(relay.explain(error), 'insufficient_role')) return [];
        throw error;
      });
      const operatorIds = operators.map((one) => one.operator_id);
      dispatch({ type: 'identified', operatorIds, presence });
    },
  };
}
