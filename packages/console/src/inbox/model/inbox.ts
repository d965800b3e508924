import { attempt } from '@chat-relay/widget-sdk/attempt';
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { createFeedClient } from '../../api/feed-client';
import { effect } from '../../browser/effect';
import type { Api } from '../../api/client';
import { RefusalError, UnreachableError } from '../../api/refusal';
import type { SignedInAccount } from '@chat-relay/server/wire/accounts';
import { createDesk, type Desk, type DeskNotice } from '@chat-relay/desk/desk';
import { reduceDesk, type DeskEvent } from '@chat-relay/desk/reducer';
import { openFeed } from '@chat-relay/desk/relay/feed';
import { refusalFor, type Refusal } from '@chat-relay/desk/relay/refusal';
import { createDeskRelay, type DeskRelay } from '@chat-relay/desk/relay/routes';
import { initialDesk, type DeskState } from '@chat-relay/desk/state';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';
import type { Row } from '@chat-relay/desk/wire';
import { keep, keepPresence, readKept, readPresence } from './kept-answers';
import { createLeaving, type Leaving } from './leaving';
import { createListing, type Listing } from './listing';
import { createUploads, type Uploads } from './uploads';

/** The inbox of the signed-in account. It runs on every page of the console until the person signs out. */
export interface Inbox {
  readonly state: ReadonlySignal<DeskState>;
  /** Whether loading the conversations has failed. It may not be retried without `wake`. */
  readonly hasFailed: ReadonlySignal<boolean>;
  readonly listing: Listing;
  readonly leaving: Leaving;
  readonly desk: Desk;
  draft(id: string, text: string): void;
  readonly uploads: Uploads;
  /** Moves a refused reply back into the draft. */
  takeBack(id: string, clientMsgId: string): void;
  /** Fetches the latest conversations of an identified visitor. Throws as the API does. */
  earlier(tenantId: string, userId: string): Promise<readonly Row[]>;
  /** Fetches the last pages that the visitor opened. Throws as the API does. */
  pages: DeskRelay['pages'];
  /** Fetches the tags of a tenant's conversations, most used first. Throws as the API does. */
  tags: DeskRelay['tags'];
  /** Reads and writes the notes of a conversation. They throw as the API does. */
  readonly notes: Pick<DeskRelay, 'notes' | 'writeNote' | 'removeNote'>;
  /** Calls `listener` with each update of the feed, before it is applied to the state. */
  onUpdate(listener: (update: FeedUpdate, before: DeskState) => void): () => void;
  /** Retries now: the network is back, or a person asks. */
  wake(): void;
  close(): void;
}

export interface InboxOptions {
  api: Api;
  account: SignedInAccount['account'];
  memberships: SignedInAccount['memberships'];
  onNotice(notice: DeskNotice): void;
  onTrouble(error: unknown): void;
  onSessionEnded(): void;
  /** Called when the account no longer belongs to one of the workspaces. */
  onWorkspaceLost(): void;
}

/** Routes that may be called while the page closes: leaving it ends the time to undo. */
const RESOLVES: ReadonlySet<string> = new Set([
  'console/resolve/conversation',
  'console/update/conversations',
]);
/** Routes that run after each gap of the feed, without a person's action. */
const AUTOMATIC: ReadonlySet<string> = new Set(['console/set/presence']);

export function createInbox(options: InboxOptions): Inbox {
  const { api, account } = options;
  const kept = readKept(account.account_id);
  const start = initialDesk({ name: account.display_name });
  const me = { ...start.me, wanted: readPresence(account.account_id) };
  const state = signal<DeskState>({ ...start, ...kept, me });
  const isRefused = signal(false);
  const hasFailed = computed(
    () => !state.value.isLoaded && (isRefused.value || state.value.link.kind === 'away'),
  );
  const listeners = new Set<(update: FeedUpdate, before: DeskState) => void>();
  const dispatch = (event: DeskEvent): void => {
    state.value = reduceDesk(state.value, event);
  };
  // Only changes of these parts are stored.
  const drafts = computed(() => state.value.drafts);
  const files = computed(() => state.value.files);
  const outgoing = computed(() => state.value.outgoing);
  const delivered = computed(() => state.value.delivered);
  const wanted = computed(() => state.value.me.wanted);
  const stopsKeeping = [
    effect(() => {
      keep(account.account_id, {
        drafts: drafts.value,
        files: files.value,
        outgoing: outgoing.value,
        delivered: delivered.value,
      });
    }),
    effect(() => {
      keepPresence(account.account_id, wanted.value);
    }),
  ];

  const relay = createDeskRelay({
    get: (route, request) => api.get(route, { ...request, isBackground: true }),
    post: (route, body) =>
      api.post(route, body, {
        isBackground: AUTOMATIC.has(route),
        outlivesPage: RESOLVES.has(route),
      }),
    explain,
  });
  const workspaceIds = options.memberships.map((one) => one.workspace_id);
  const feed = openFeed({
    workspaceIds,
    createClient: createFeedClient,
    auth: () => null,
    onUpdate: (update) => {
      for (const listener of listeners) attempt(() => listener(update, state.value));
      desk.onUpdate(update);
    },
    onLink: (link) => desk.onLink(link),
    onRefused: (refusal) => {
      if (refusal.kind === 'signed-out') options.onSessionEnded();
      else options.onWorkspaceLost();
    },
  });
  const listing = createListing({ relay, dispatch, revision: () => state.value.revision });
  const desk = createDesk({
    relay,
    feed,
    workspaceIds,
    tenantId: null,
    state: () => state.value,
    dispatch,
    onNotice: (notice) => {
      if (notice === 'behind') isRefused.value = true;
      options.onNotice(notice);
    },
    onRefused: () => {}, // the reply shows its refusal
    onTrouble: (error) => {
      isRefused.value = true;
      options.onTrouble(error);
    },
    accountId: account.account_id,
    isLooking: () => document.visibilityState === 'visible' && document.hasFocus(),
    alsoFetch: listing.refresh,
  });
  const leaving = createLeaving({ state: () => state.value });
  const uploads = createUploads({ relay, state: () => state.value, dispatch });
  const onLook = (): void => desk.lookAgain();
  addEventListener('focus', onLook);
  // Replies that a reload or the end of a session interrupted are sent again, under their first ids.
  for (const one of kept.outgoing) {
    if (!one.refusal || one.refusal.kind === 'signed-out') desk.outbox.resend(one);
  }

  return {
    state,
    hasFailed,
    listing,
    leaving,
    desk,
    uploads,
    draft: (id, text) => dispatch({ type: 'draft', id, text }),
    takeBack: (id, clientMsgId) => dispatch({ type: 'returned', id, clientMsgId }),
    earlier: async (tenantId, userId) =>
      (await relay.rows({ tenant_id: tenantId, user_id: userId })).rows,
    pages: relay.pages,
    tags: relay.tags,
    notes: relay,
    onUpdate: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    wake: () => {
      isRefused.value = false;
      feed.wake();
      desk.wake();
    },
    close: () => {
      removeEventListener('focus', onLook);
      leaving.close();
      uploads.close();
      for (const stop of stopsKeeping) stop();
      desk.close();
      void feed.close();
    },
  };
}

/** Explains why a request failed. */
export function explain(error: unknown): Refusal | null {
  if (error instanceof UnreachableError) return { kind: 'unreachable' };
  return error instanceof RefusalError ? refusalFor(error.status, error.data) : null;
}
