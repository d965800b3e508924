import { EXIT, ExitError } from '../errors';
import { RelayRefusal } from '../refusals';
import type { InboxRelay } from './relay';
import type { InboxEvent } from './reducer';
import { rowOf } from './selectors';
import type { InboxState } from './state';
import { missingAfter } from './thread';

/** Brings the state in line with the relay. The feed gives hints; what counts is fetched. */
export interface Sync {
  /** Everything active, and what is open: at the beginning, and after each gap of the feed. */
  all(): Promise<void>;
  /** Messages that the open conversation lacks, if any. */
  thread(): Promise<void>;
  /** The page before the first message there is. */
  older(): Promise<void>;
  latest(): Promise<void>;
}

export function createSync(options: {
  relay: InboxRelay;
  workspaceIds: readonly string[];
  state(): InboxState;
  dispatch(event: InboxEvent): void;
}): Sync {
  const { relay, workspaceIds, state, dispatch } = options;
  let isFilling = false;
  let isFetchingOlder = false;

  const active = async (): Promise<void> => {
    const since = state().revision;
    const rows = await relay.activeRows(state().tenantId);
    dispatch({ type: 'active-fetched', rows, since });
  };

  const surroundings = async (): Promise<void> => {
    const perWorkspace = await Promise.all(
      workspaceIds.map((id) => Promise.all([relay.tenants(id), relay.operators(id)])),
    );
    const tenants = perWorkspace.flatMap(([found]) => found);
    dispatch({
      type: 'surroundings',
      tenants: Object.fromEntries(tenants.map((one) => [one.tenant_id, one.tenant_name])),
      colleagues: perWorkspace.flatMap(([, found]) => found),
    });
  };

  const latest = async (): Promise<void> => {
    dispatch({ type: 'rows', rows: await relay.latestRows(state().tenantId) });
  };

  const openRow = async (): Promise<void> => {
    const { open } = state();
    if (open) dispatch({ type: 'rows', rows: [await relay.row(open.id)] });
  };

  const first = async (id: string): Promise<void> => {
    const { messages, has_more } = await relay.messages(id);
    dispatch({ type: 'messages', id, messages, hasOlder: has_more });
  };

  const thread = async (): Promise<void> => {
    if (isFilling) return;
    isFilling = true;
    try {
      for (;;) {
        const { open } = state();
        if (!open) return;
        if (!open.isLoaded) {
          await first(open.id);
          continue;
        }
        const after = missingAfter(open.messages, rowOf(state(), open.id)?.last_seq ?? 0);
        if (after === null) return;
        const { messages } = await relay.messages(open.id, { after_seq: after });
        // What the relay itself no longer has, erased or past its time, is not missing.
        if (messages.length === 0 || messages[0]!.seq !== after + 1) return;
        dispatch({ type: 'messages', id: open.id, messages });
      }
    } finally {
      isFilling = false;
    }
  };

  return {
    all: async () => {
      await Promise.all([
        active(),
        surroundings(),
        openRow(),
        ...(state().showsAll ? [latest()] : []),
      ]);
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
    latest,
  };
}

/** Whether the login is over, as far as an error tells. */
export function isSignedOut(error: unknown): error is ExitError {
  return error instanceof ExitError && error.exitCode === EXIT.notSignedIn;
}

/** Who has a conversation that one tried to take: `Sam has it since 12:04`. */
export function claimedBy(error: RelayRefusal): { name: string; sinceIso: string | null } {
  const { operator_display_name: name, claimed_at: since } = error.data;
  return {
    name: typeof name === 'string' ? name : 'Somebody else',
    sinceIso: typeof since === 'string' ? since : null,
  };
}
