import { signal, type ReadonlySignal } from '@preact/signals';
import type { DeskEvent } from '@chat-relay/desk/reducer';
import { hasCode } from '@chat-relay/desk/relay/refusal';
import { waitToRetry } from '@chat-relay/desk/relay/retry';
import type { DeskRelay } from '@chat-relay/desk/relay/routes';
import type { Match } from '@chat-relay/server/wire/search';

export interface Found {
  id: string;
  match: Match | null;
}

export interface ListingState {
  /** The filter of the last fetch; null while only active conversations are shown. */
  query: Readonly<Record<string, string>> | null;
  /** Results of a search, in the relay's order; null while no search is shown. */
  found: readonly Found[] | null;
  nextCursor: string | null;
  isLoading: boolean;
  error: unknown;
}

/** Fetches conversations that are not active, page by page. The desk stores their rows. */
export interface Listing {
  readonly state: ReadonlySignal<ListingState>;
  show(query: Readonly<Record<string, string>> | null): void;
  more(): void;
  /** Fetches the first page again, after a gap of the feed. */
  refresh(): Promise<void>;
}

const MAX_RETRIES = 2;
const EMPTY: ListingState = {
  query: null,
  found: null,
  nextCursor: null,
  isLoading: false,
  error: null,
};

export function createListing(options: {
  relay: DeskRelay;
  dispatch(event: DeskEvent): void;
  /** Current revision of the desk's state. */
  revision(): number;
}): Listing {
  const state = signal<ListingState>(EMPTY);
  let last: Promise<unknown> = Promise.resolve();
  let superseded = new AbortController();

  /** Runs requests one after another: the relay refuses a search while another one of the account runs. */
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };

  /** Retries while the relay is busy, because another tab of the account may be searching. */
  const patiently = async <Answer>(read: () => Answer): Promise<Awaited<Answer>> => {
    for (let failures = 0; ; failures++) {
      try {
        return await read();
      } catch (error) {
        const refusal = options.relay.explain(error);
        if (failures === MAX_RETRIES || !hasCode(refusal, 'overloaded')) throw error;
        await waitToRetry(refusal, 0, superseded.signal);
      }
    }
  };

  const fetchPage = async (cursor: string | null): Promise<void> => {
    const { query } = state.value;
    if (!query) return;
    state.value = { ...state.value, isLoading: true };
    try {
      // Nothing to fetch, or superseded by a newer filter.
      let since = 0;
      const page = await inTurn(async () => {
        return patiently(() => {
          since = options.revision();
          return state.value.query === query ? options.relay.rows(query, cursor) : null;
        });
      });
      if (!page || state.value.query !== query) return;
      options.dispatch({ type: 'rows', rows: page.rows, since });
      const more = page.rows.map(({ conversation_id: id, match = null }) => ({ id, match }));
      const before = cursor === null ? [] : (state.value.found ?? []);
      const found = 'q' in query ? [...before, ...more] : null;
      const { nextCursor } = page;
      state.value = { query, found, nextCursor, isLoading: false, error: null };
    } catch (error) {
      if (state.value.query !== query) return;
      state.value = { ...state.value, isLoading: false, error };
      throw error;
    }
  };
  const attempt = (cursor: string | null): void => {
    fetchPage(cursor).catch(() => {}); // the list shows the error
  };

  return {
    state,
    show: (query) => {
      if (JSON.stringify(query) === JSON.stringify(state.value.query)) return;
      superseded.abort();
      superseded = new AbortController();
      state.value = { ...EMPTY, query };
      attempt(null);
    },
    more: () => {
      const { nextCursor, isLoading } = state.value;
      if (nextCursor !== null && !isLoading) attempt(nextCursor);
    },
    refresh: () => fetchPage(null),
  };
}
