import { adviceOn } from './advice';
import { createConnection } from './connection';
import type { ConnectionState } from './connection-state';
import { ChatError, type ChatErrorCode } from './errors';
import { createFrameRouter } from './frame-router';
import { createHttp } from './http';
import { watchPage } from './lifecycle';
import { resolveOptions, type ChatOptions } from './options';
import { createOutbox } from './outbox';
import { createRenewal } from './renewal';
import { createSession, type SessionRecord } from './session';
import { createStorage } from './storage';
import { createStore } from './store';
import { createTabs, type TabMessage, type Tabs } from './tabs';
import { createThread } from './thread';
import type { Ack, Chat, ChatConfig, Identity } from './types';
import { createTyping } from './typing';
import type { Verdict } from './verdict';
import { camelize } from './view';
import { createWatermark } from './watermark';

const PAGE_SIZE = 50;
/** PROTOCOL: until the relay says otherwise. */
const CONTENT_CHARS = 4000;

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
  const { tenantId, publicKey, persistence = 'local' } = options;
  let { locale } = options;
  const surroundings = resolveOptions(options);
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const key = `crs:v1:${tenantId}:${publicKey}`;
  const store = createStore();
  const storage = createStorage(persistence, options.storage);
  const http = createHttp(baseUrl, options.fetch);

  let isDestroyed = false;
  let hasBeenOnline = false;
  let isHumanWanted = false;
  let unwatch: (() => void) | null = null;
  let tabs: Tabs | null = null;
  let newSessionId: string | null = null;
  let refusal: ChatErrorCode | null = null;
  let history: Promise<void> | null = null;
  let identity: Identity | null = null;
  /** What the current socket, or attempt, goes by. */
  let used: SessionRecord | undefined;

  const session = createSession(http, storage, key, describe, ({ session_id }, isNew) => {
    if (isNew) newSessionId = session_id;
    tabs?.post({ type: 'token' });
  });
  const connection = createConnection(surroundings.WebSocket, {
    prepare,
    onFrame: (frame) => route(frame),
    onState,
    onLoss,
    onSettled: session.settled,
  });
  const { send } = connection;
  const outbox = createOutbox(storage, key, {
    send,
    onChange: () => thread.publish(),
    onSilence: connection.probe,
  });
  const thread = createThread(store, outbox.items, (since) => send({ type: 'sync', since }));
  const watermark = createWatermark(
    () => store.get().readSeq,
    (seq) => send({ type: 'read', seq }),
  );
  const renewal = createRenewal(async () => {
    if (!used) return;
    session.retire(used.visitor_token);
    adopt(await session.ensure());
  });
  const typing = createTyping(
    (state) => send({ type: 'typing', state }),
    (kind) => store.set({ typing: kind }),
  );
  const route = createFrameRouter({
    store,
    session,
    thread,
    outbox,
    typing,
    onConversation: noteConversation,
    onWelcome(readSeq) {
      watermark.learn(readSeq);
      askForHuman();
      outbox.open();
    },
    onTokenEnd(expiresAt) {
      const skewMs = session.read()?.skew_ms ?? 0;
      renewal.schedule(Date.parse(expiresAt) - Date.now() - skewMs);
    },
    onTokenRefused: () => used && session.refuse(used.visitor_token),
  });

  /** The body of the request that creates a session; JSON leaves out what is undefined. */
  function describe() {
    return {
      tenant_id: tenantId,
      widget_public_key: publicKey,
      origin: surroundings.origin(),
      locale,
      metadata: options.metadata,
      routing_key: options.routingKey,
      mode: options.mode,
    };
  }

  /** A session, its last page of messages, and the address that goes on from there. */
  async function prepare(): Promise<string> {
    used = await session.ensure();
    const { session_id } = used;
    if (thread.sessionId() !== session_id) {
      const isNew = newSessionId === session_id;
      if (identity) await tellIdentity(identity).catch(report);
      // A new session has no history; what it gets before the socket is open is replayed.
      const page = isNew ? undefined : await fetchMessages({});
      used = session.read();
      if (used?.session_id !== session_id) throw new ChatError('network');
      thread.open(session_id, page);
      store.emit('session', { sessionId: session_id, isNew });
    }
    const query = `token=${used.visitor_token}&since=${thread.timeline().cursor}`;
    return `${baseUrl.replace('http', 'ws')}/api/v1/ws/widget?${query}`;
  }

  function onLoss(verdict: Verdict) {
    if (verdict.kind === 'token' && used) session.refuse(used.visitor_token);
    if (verdict.kind === 'session' && used) session.drop(used.session_id);
    if (verdict.kind === 'frame') outbox.fail(['sending'], 'refused');
    if (verdict.kind !== 'stop') return;
    refusal = verdict.code;
    console.warn(adviceOn(refusal, surroundings.origin()));
    report(new ChatError(refusal));
    failIfRefused();
  }

  function failIfRefused() {
    // Where newer tabs took over they send what is stored.
    if (refusal && refusal !== 'replaced') outbox.fail(['sending', 'queued'], refusal);
  }

  function onState(state: ConnectionState) {
    const isOnline = state === 'online';
    const isStopped = state === 'stopped';
    if (!isOnline) {
      outbox.close();
      typing.clear();
      renewal.cancel();
    }
    const status = hasBeenOnline ? 'reconnecting' : 'connecting';
    hasBeenOnline = isOnline || (hasBeenOnline && !isStopped && state !== 'idle');
    const reason = refusal ?? 'user';
    store.set({
      status: isOnline || isStopped || state === 'idle' ? state : status,
      reason: isStopped ? reason : null,
    });
    if (isStopped) store.emit('closed', { reason });
  }

  /** Gives the open socket a token of its session that is newer than its own. */
  function adopt(record: SessionRecord | undefined) {
    if (record?.session_id !== used?.session_id || record?.visitor_token === used?.visitor_token) {
      return;
    }
    if (record && send({ type: 'auth', token: record.visitor_token })) used = record;
  }

  function onTabMessage(message: TabMessage) {
    if (message.type === 'reset') forget();
    else if (message.type === 'token') adopt(session.read());
    else if (message.sessionId === thread.sessionId()) thread.read(message.seq);
  }

  function forget() {
    session.reset();
    identity = null;
    isHumanWanted = false;
    connection.drop();
    outbox.end('reset');
    thread.open(null);
  }

  function report(error: unknown) {
    if (error instanceof ChatError) store.emit('error', error);
    else console.error(error);
  }

  /** The frame has no ack: the wish lasts until the conversation shows that it came true. */
  function noteConversation() {
    const status = store.get().conversation?.status;
    if (status === 'WAITING' || status === 'ASSIGNED') isHumanWanted = false;
  }

  function askForHuman() {
    noteConversation();
    if (isHumanWanted) send({ type: 'escalate' });
  }

  async function tellIdentity(who: Identity) {
    await session.call('identify/visitor', {
      json: {
        user_id: who.userId,
        user_signature: who.userSignature,
        display_name: who.displayName,
        email: who.email,
        attributes: who.attributes,
      },
    });
    const known = store.get().session;
    if (known) store.set({ session: { ...known, userId: who.userId } });
  }

  function fetchMessages(range: { before_seq?: number }) {
    return session.call('fetch/messages', { query: { ...range, limit: PAGE_SIZE } });
  }

  async function readHistory() {
    const { base } = thread.timeline();
    const sessionId = thread.sessionId();
    const page = await fetchMessages({ before_seq: base + 1 });
    if (thread.sessionId() === sessionId && thread.timeline().base === base) thread.prepend(page);
  }

  function start({ open = false }: { open?: boolean } = {}) {
    if (isDestroyed) throw new TypeError('this chat is destroyed');
    surroundings.WebSocket();
    surroundings.origin();
    if (!unwatch) {
      unwatch = watchPage({
        onWake() {
          connection.wake();
          renewal.check();
        },
        onSleep: connection.sleep,
        mayRest: () => (store.get().conversation?.status ?? 'RESOLVED') === 'RESOLVED',
      });
      if (persistence === 'local') tabs ??= createTabs(key, onTabMessage);
      outbox.load();
    }
    if (!open && !session.read() && !outbox.items().some(({ state }) => state === 'queued')) return;
    refusal = null;
    connection.start();
  }

  /** What the visitor does wants a socket, unless `stop()` or a refusal says otherwise. */
  function startForVisitor() {
    const { status, reason } = store.get();
    if (status !== 'stopped' || reason === 'replaced') start({ open: true });
  }

  function deliver(enqueue: () => Promise<Ack>): Promise<Ack> {
    startForVisitor();
    typing.set(false);
    const acked = enqueue();
    failIfRefused();
    return acked;
  }

  function stop() {
    unwatch?.();
    unwatch = refusal = null;
    connection.stop();
  }

  function reset() {
    forget();
    tabs?.post({ type: 'reset' });
  }

  return {
    start,
    stop,
    destroy() {
      stop();
      isDestroyed = true;
      outbox.end('destroyed');
      thread.open(null);
      tabs?.close();
      store.clear();
    },
    reset,
    send: (text) =>
      promised(() => {
        if (!text.trim()) throw new TypeError('a message is not blank');
        const { contentChars = CONTENT_CHARS } = store.get().config?.limits ?? {};
        if (Array.from(text).length > contentChars) throw new ChatError('content_too_long');
        return deliver(() => outbox.add(text));
      }),
    retry: (id) => promised(() => deliver(() => outbox.retry(id))),
    discard: outbox.discard,
    typing: typing.set,
    markRead(seq = Infinity) {
      const sessionId = thread.sessionId();
      const upTo = Math.min(seq, thread.timeline().cursor);
      if (!sessionId || !thread.read(upTo)) return;
      watermark.tell();
      tabs?.post({ type: 'read', sessionId, seq: upTo });
    },
    escalate() {
      startForVisitor();
      isHumanWanted = true;
      askForHuman();
    },
    async loadHistory() {
      if (!store.get().hasMoreHistory) return;
      history ??= readHistory().finally(() => (history = null));
      await history;
    },
    async identify(who) {
      identity = who;
      if (session.read()) await tellIdentity(who);
    },
    setLocale(next) {
      locale = next;
    },
    async fetchConfig() {
      const query = {
        tenant_id: tenantId,
        widget_public_key: publicKey,
        ...(locale && { locale }),
      };
      const { widget_config } = await http('fetch/widget-config', { query });
      const config = camelize<ChatConfig>(widget_config);
      store.set({ config });
      return config;
    },
    async endSession() {
      if (session.read()) await session.call('end/visitor-session', { json: {} });
      reset();
    },
    getState: store.get,
    subscribe: (listener) => store.on('state', listener),
    on: store.on,
  };
}

/** What is thrown at once rejects too; no `async`, which would hide that the outbox's promise is handled. */
function promised<T>(task: () => Promise<T>): Promise<T> {
  try {
    return task();
  } catch (error) {
    return Promise.reject(error);
  }
}
