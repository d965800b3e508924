import { abortFor } from './abort';
import { createConnection } from './connection/connection';
import { shownAs, type ConnectionState } from './connection/connection-state';
import { createEntrance } from './entrance';
import { ChatError, networkError } from './errors';
import type { ClientFiles } from './files/files-deps';
import { createFrameRouter } from './frame-router';
import { createHistory } from './messages/history';
import { createHttp, readAnswer } from './session/http';
import { watchPage } from './connection/page-lifecycle';
import { resolveOptions, type ChatOptions } from './options';
import { createPages } from './messages/pages';
import { createOutbox } from './messages/outbox';
import { createSession } from './session/session';
import { createSignals } from './messages/signals';
import { createStorage } from './session/storage';
import { createStore } from './store';
import { findTabs, type TabMessage, type Tabs } from './session/tabs';
import { createThread } from './messages/thread';
import type { Ack, Chat } from './types';

/** PROTOCOL: the limit of a text until the relay sends another value. */
const CONTENT_CHARS = 4000;
/** PROTOCOL: files of one message. */
const MAX_ATTACHMENTS = 5;
/** This many lost connections in a row are no temporary failure: the console gets a warning. */
const LOSSES_TO_TELL = 4;

/**
 * Creates a chat without touching page, storage or network: safe while a server renders.
 *
 * @example
 * const chat = createChat({ baseUrl: 'https://chat.example', tenantId, publicKey });
 * chat.on('message', (message) => console.log(message.sender.kind, message.content));
 * chat.start({ open: true });
 * await chat.send('Bonjour');
 *
 * @throws TypeError when an option is missing or malformed
 */
export function createChat(options: ChatOptions): Chat {
  const { tenantId, publicKey } = options;
  let { locale } = options;
  const { baseUrl, persistence, origin, WebSocket } = resolveOptions(options);
  const key = `crs:v1:${tenantId}:${publicKey}`;
  const store = createStore();
  const storage = createStorage(persistence, options.storage);
  const http = createHttp(baseUrl, options.fetch);

  let isDestroyed = false;
  let refusal: ChatError | null = null;
  let unwatch: (() => void) | null = null;
  let tabs: Tabs | null = null;
  let files: Promise<ClientFiles> | null = null;
  /** Aborted when the session ends, because uploads belong to it. */
  let uploads = new AbortController();

  const session = createSession(http, storage, key, describe);
  const connection = createConnection(WebSocket, {
    prepare: () => entrance.prepare(),
    onFrame: (frame) => route(frame),
    onState,
    onLoss,
    onSettled: session.settled,
  });
  const outbox = createOutbox(storage, key, connection, () => thread.publish());
  const thread = createThread(store, outbox.items, connection.send);
  const entrance = createEntrance(baseUrl, session, thread, store, connection);
  const signals = createSignals(store, connection.send);
  const pages = createPages(store, connection.send);
  const route = createFrameRouter(store, session, entrance, thread, outbox, signals, pages);

  /** Makes the body of the request that creates a session; JSON leaves out what is undefined. */
  function describe() {
    return {
      tenant_id: tenantId,
      widget_public_key: publicKey,
      origin,
      locale,
      metadata: options.metadata,
      routing_key: options.routingKey,
      widget_version: options.widgetVersion,
      mode: options.mode,
    };
  }

  function onState(state: ConnectionState) {
    const status = shownAs(state, store.get().status);
    const reason = status === 'stopped' ? (refusal?.code ?? 'user') : null;
    store.set({ status, reason });
    if (state === 'online') refusal = null;
    else {
      outbox.close();
      signals.close();
      pages.close();
      entrance.renewal.cancel();
    }
    if (reason) store.emit('closed', { reason });
  }

  function onLoss(error: ChatError, isFinal: boolean, losses: number) {
    entrance.lose(error);
    if (error.code === 'refused') outbox.fail(['sending'], 'refused');
    const { code, message } = error;
    // A refusal is logged once, however often the visitor retries.
    if (isFinal ? code !== refusal?.code : losses === LOSSES_TO_TELL) {
      const doing = isFinal ? 'stopped' : 'waits';
      console.warn(`chat-relay ${doing}: ${code} at ${baseUrl} for ${origin}. ${message}`);
    }
    if (!isFinal) return;
    refusal = error;
    store.emit('error', error);
    // If newer tabs have replaced this one, they send what is stored.
    if (code !== 'replaced') outbox.fail(['sending', 'queued'], code);
  }

  function onTabMessage(message: TabMessage) {
    if (message.type !== 'read') forget(message.type, message.sessionId);
    else if (message.sessionId === thread.sessionId()) thread.read(message.seq);
  }

  /**
   * Forgets the session that ended; after an `end` the visitor is still the same person. A tab may learn of the end
   * late, when another tab has started a new session: that one is kept.
   */
  function forget(how: 'end' | 'reset', sessionId: string | undefined) {
    if (how === 'reset') entrance.forget();
    session.reset(sessionId);
    signals.forget();
    endUploads('reset');
    connection.dispatch('drop');
    outbox.end('reset');
    thread.open(null);
    store.emit('reset', how);
  }

  function forgetEverywhere(type: 'end' | 'reset') {
    const sessionId = session.read()?.sessionId;
    storage.remove(`${key}:outbox`);
    forget(type, sessionId);
    tabs?.postMessage({ type, sessionId });
  }

  function start({ open = false }: { open?: boolean } = {}) {
    if (isDestroyed) throw new TypeError('the chat is destroyed');
    if (!WebSocket || !origin) throw new TypeError('pass origin and WebSocket');
    if (!unwatch) {
      unwatch = watchPage(
        connection.wake,
        () => {
          connection.dispatch('sleep');
          outbox.close(); // stores again what is unsent, in every state of the connection
        },
        entrance.adopt,
        () => (store.get().conversation?.status ?? 'RESOLVED') === 'RESOLVED',
      );
      if (persistence === 'local') tabs ??= findTabs(key, onTabMessage);
      outbox.load();
    }
    const isWanted =
      open || session.read() || outbox.items().some(({ state }) => state === 'queued');
    connection.dispatch(isWanted ? 'start' : 'rest');
  }

  /** Imports the code for files when the first file needs it. */
  function loadFiles(): Promise<ClientFiles> {
    return (files ??= import('./files/client-files').then(
      ({ createClientFiles }) =>
        createClientFiles({ session, thread, fetch: options.fetch, readAnswer, ChatError }),
      (cause) => {
        files = null;
        throw networkError(cause);
      },
    ));
  }

  function endUploads(code: 'reset' | 'destroyed') {
    abortFor(uploads, new ChatError(code));
    uploads = new AbortController();
  }

  /** The visitor's action needs a socket, unless the page has called `stop()`. */
  function startForVisitor() {
    if (isDestroyed || refusal || store.get().status !== 'stopped') start({ open: true });
  }

  function deliver(enqueue: () => Promise<Ack>): Promise<Ack> {
    startForVisitor();
    signals.type(false);
    return enqueue();
  }

  function stop() {
    unwatch?.();
    unwatch = refusal = null;
    connection.dispatch('stop');
  }

  return {
    start,
    stop,
    destroy() {
      stop();
      isDestroyed = true;
      endUploads('destroyed');
      outbox.end('destroyed');
      thread.open(null);
      tabs?.close();
      tabs = null;
      store.clear();
    },
    reset: () => forgetEverywhere('reset'),
    send: (text, { attachments = [] } = {}) =>
      promised(() => {
        if (!text.trim() && attachments.length === 0) throw new TypeError('blank message');
        if (attachments.length > MAX_ATTACHMENTS) throw new TypeError('too many files');
        const limit = store.get().config?.limits.contentChars ?? CONTENT_CHARS;
        if ([...text].length > limit) throw new ChatError('content_too_long');
        return deliver(() => outbox.add(text, attachments));
      }),
    retry: (id) => promised(() => deliver(() => outbox.retry(id))),
    discard: outbox.discard,
    files: {
      async attach(file, how = {}) {
        startForVisitor();
        const { signal } = uploads;
        return (await loadFiles()).upload(file, how, signal);
      },
      fetchAddress: async (uploadId) => (await loadFiles()).fetchAddress(uploadId),
    },
    typing: signals.type,
    markRead(seq = Infinity) {
      if (!thread.read(Math.min(seq, thread.timeline().cursor))) return;
      signals.tellRead();
      tabs?.postMessage({ type: 'read', sessionId: thread.sessionId(), seq: store.get().readSeq });
    },
    escalate() {
      startForVisitor();
      signals.escalate();
    },
    async rate(rating, comment = '') {
      if (!session.read()) throw new ChatError('state_conflict');
      await session.call('rate/conversation', { json: { rating, comment } });
    },
    async leaveEmail(email) {
      if (!session.read()) throw new ChatError('state_conflict');
      await session.call('set/contact', { json: { email } });
      const known = store.get().session;
      if (known) store.set({ session: { ...known, hasContact: true } });
    },
    async resume(token) {
      await session.resume(token);
      entrance.adopt();
      start({ open: true });
    },
    sharePage: pages.share,
    loadHistory: createHistory(session, thread),
    transcript: {
      fetch: async () =>
        (await session.call('fetch/transcript', { query: { format: 'txt' } })).text,
      mail: () => session.call('send/transcript', { json: {} }),
    },
    identify: entrance.identify,
    setLocale(next) {
      locale = next;
    },
    async fetchConfig() {
      const { widgetConfig: config } = await http('fetch/widget-config', {
        query: {
          tenant_id: tenantId,
          widget_public_key: publicKey,
          ...(locale && { locale }),
        },
      });
      store.set({ config });
      return config;
    },
    async endSession() {
      connection.dispatch('sleep');
      try {
        if (session.read()) await session.call('end/visitor-session', { json: {} });
      } finally {
        forgetEverywhere('end');
      }
    },
    getState: store.get,
    subscribe: (listener) => store.on('state', listener),
    on: store.on,
  };
}

/** Synchronous throws reject too; no `async`, which would hide that the outbox's promise is handled. */
function promised<T>(task: () => Promise<T>): Promise<T> {
  try {
    return task();
  } catch (error) {
    return Promise.reject(error);
  }
}
