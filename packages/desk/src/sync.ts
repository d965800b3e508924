import type { DeskEvent } from './reducer';
import { hasCode } from './relay/refusal';
import type { DeskRelay } from './relay/routes';
import { rowOf } from './selectors';
import type { DeskState, OpenConversation } from './state';
import { missingAfter } from './thread';

/** Brings the state in line with the relay. The feed only hints at changes; fetched data is authoritative. */
export interface Sync {
  /** Fetches active conversations and the open one: at the start and after each gap of the feed. */
  all(): Promise<void>;
  /** Fetches messages that the open conversation lacks, if any. */
  thread(): Promise<void>;
  /** Fetches the page before the first known message. */
  older(): Promise<void>;
  /** Fetches messages of the open conversation again, from this `seq`: addresses of files expire. */
  again(seq: number): Promise<void>;
  /** Fetches all shown messages again. Those of an erased visitor come back empty. */
  refetch(): Promise<void>;
  openRow(): Promise<void>;
  /** Fetches tenants, colleagues and canned replies: all, or these. */
  surroundings(parts?: ReadonlySet<Part>): Promise<void>;
}

/** Lists that the inbox needs besides conversations. */
export type Part = 'tenants' | 'colleagues' | 'canned';

export function createSync(options: {
  relay: DeskRelay;
  workspaceIds: readonly string[];
  /** Fetches this tenant alone; null fetches all. */
  tenantId: string | null;
  state(): DeskState;
  dispatch(event: DeskEvent): void;
  /** Called after it closed the open conversation: it was erased, or the operator may no longer see it. */
  onGone(): void;
}): Sync {
  const { relay, workspaceIds, tenantId, state, dispatch } = options;
  let isFilling = false;
  let isFetchingOlder = false;
  let fetchingAgain: { seq: number; work: Promise<void> } | null = null;

  const active = async (): Promise<void> => {
    const since = state().revision;
    const rows = await relay.activeRows(tenantId);
    dispatch({ type: 'active-fetched', rows, since });
  };

  const surroundings: Sync['surroundings'] = async (parts) => {
    const read = async <Item>(part: Part, of: (id: string) => Promise<Item[]>) =>
      !parts || parts.has(part) ? (await Promise.all(workspaceIds.map(of))).flat() : undefined;
    const [tenants, colleagues, canned] = await Promise.all([
      read('tenants', relay.tenants),
      read('colleagues', relay.operators),
      read('canned', relay.cannedReplies),
    ]);
    dispatch({
      type: 'surroundings',
      ...(tenants && { tenants }),
      ...(colleagues && { colleagues }),
      ...(canned && { canned }),
    });
  };

  const openRow = async (): Promise<void> => {
    const { open, revision: since } = state();
    if (!open) return;
    try {
      dispatch({ type: 'rows', rows: [await relay.row(open.id)], since });
    } catch (error) {
      const refusal = relay.explain(error);
      // An id that a person typed into the address may be malformed: the relay responds with 422.
      if (!hasCode(refusal, 'not_found') && !hasCode(refusal, 'invalid_request')) throw error;
      if (state().open?.id !== open.id) return;
      dispatch({ type: 'closed' });
      options.onGone();
    }
  };

  /** Fetches one page of missing messages; false if none are missing. */
  const fetchMissing = async ({ id, isLoaded, messages }: OpenConversation): Promise<boolean> => {
    if (!isLoaded) {
      const latestPage = await relay.messages(id);
      const { messages: found, has_more: hasOlder } = latestPage;
      dispatch({ type: 'messages', id, messages: found, hasOlder });
      return true;
    }
    const after = missingAfter(messages, rowOf(state(), id)?.last_seq ?? 0);
    if (after === null) return false;
    const { messages: found } = await relay.messages(id, { after_seq: after });
    dispatch({ type: 'messages', id, messages: found });
    // Messages that the relay has erased or that expired leave a gap that is not filled.
    return found[0]?.seq === after + 1;
  };

  const thread = async (): Promise<void> => {
    if (isFilling) return;
    isFilling = true;
    try {
      for (;;) {
        const { open } = state();
        if (!open) return;
        try {
          if (!(await fetchMissing(open))) return;
        } catch (error) {
          // If another conversation was opened meanwhile, continue with that one.
          if (state().open?.id === open.id) throw error;
        }
      }
    } finally {
      isFilling = false;
    }
  };

  return {
    all: async () => {
      await Promise.all([active(), openRow()]);
      await thread();
    },
    thread,
    older: async () => {
      const { open } = state();
      const first = open?.messages[0];
      if (!open?.hasOlder || !first || isFetchingOlder) return;
      isFetchingOlder = true;
      try {
        const { messages, has_more } = await relay.messages(open.id, { before_seq: first.seq });
        dispatch({ type: 'messages', id: open.id, messages, hasOlder: has_more });
      } finally {
        isFetchingOlder = false;
      }
    },
    again: async (seq) => {
      const { open } = state();
      if (!open) return;
      // Many pictures may ask at once: one fetch serves all later messages too.
      if (fetchingAgain && fetchingAgain.seq <= seq) return fetchingAgain.work;
      const fetchPage = async (): Promise<void> => {
        const { messages } = await relay.messages(open.id, { after_seq: seq - 1 });
        dispatch({ type: 'messages', id: open.id, messages });
      };
      const fetching = { seq, work: fetchPage() };
      fetchingAgain = fetching;
      try {
        await fetching.work;
      } finally {
        if (fetchingAgain === fetching) fetchingAgain = null;
      }
    },
    refetch: async () => {
      const { open } = state();
      if (!open) return;
      const last = open.messages.at(-1)?.seq ?? 0;
      for (let after = (open.messages[0]?.seq ?? 1) - 1; after < last;) {
        const { messages } = await relay.messages(open.id, { after_seq: after });
        dispatch({ type: 'messages', id: open.id, messages });
        after = messages.at(-1)?.seq ?? last;
      }
    },
    openRow,
    surroundings,
  };
}
