import { adviceOn, adviceOnWaiting } from './advice';
import { createConnection } from './connection';
import type { ConnectionState } from './connection-state';
import { createEntrance } from './entrance';
import { ChatError } from './errors';
import { createFrameRouter } from './frame-router';
import { createHistory } from './history';
import { createHttp } from './http';
import { createHumanWish } from './human-wish';
import { watchPage } from './lifecycle';
import { resolveOptions, type ChatOptions } from './options';
import { createOutbox } from './outbox';
import { createSession } from './session';
import { createStorage } from './storage';
import { createStore } from './store';
import { createTabs, type TabMessage, type Tabs } from './tabs';
import { createThread } from './thread';
import type { Ack, Chat } from './types';
import { createTyping } from './typing';
import type { Verdict } from './verdict';
import { createWatermark } from './watermark';

/** PROTOCOL: until the relay says otherwise. */
const CONTENT_CHARS = 4000;
/** So many in a row are no passing trouble. */
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
  let losses = 0;
  let refusal: ChatError | null = null;
  let unwatch: (() => void) | null = null;
  let tabs: Tabs | null = null;

  const session = createSession(http, storage, key, describe, () => tabs?.post({ type: 'token' }));
  const connection = createConnection(surroundings.WebSocket, {
    prepare: () => entrance.prepare(),
    onFrame: (frame) => route(frame),
    onState,
    onLoss,
    onSettled() {
      losses = 0;
      session.settled();
    },
  });
  const { send } = connection;
  const outbox = createOutbox(storage, key, {
    send,
    onChange: () => thread.publish(),
    onSilence: connection.probe,
  });
  const thread = createThread(store, outbox.items, (since) => send({ type: 'sync', since }));
  const history = createHistory(session, thread);
  const entrance = createEntrance({
    baseUrl,
    session,
    thread,
    history,
    store,
    send,
    report,
    move: connection.move,
  });
  const wish = createHumanWish(store, send);
  const watermark = createWatermark(
    () => store.get().readSeq,
    (seq) => send({ type: 'read', seq }),
  );
  const typing = createTyping(
    (state) => send({ type: 'typing', state }),
    (kind) => store.set({ typing: kind }),
  );
  const route = createFrameRouter({
    store,
    session,
    entrance,
    thread,
    outbox,
    typing,
    watermark,
    wish,
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

  function onState(state: ConnectionState) {
    const isOnline = state === 'online';
    const isStopped = state === 'stopped';
    if (!isOnline) {
      outbox.close();
      typing.clear();
      entrance.renewal.cancel();
    }
    const status = hasBeenOnline ? 'reconnecting' : 'connecting';
    hasBeenOnline = isOnline || (hasBeenOnline && !isStopped && state !== 'idle');
    const reason = refusal?.code ?? 'user';
    store.set({
      status: isOnline || isStopped || state === 'idle' ? state : status,
      reason: isStopped ? reason : null,
    });
    if (isStopped) store.emit('closed', { reason });
  }

  function onLoss(verdict: Verdict) {
    entrance.lose(verdict);
    if (verdict.kind === 'frame') outbox.fail(['sending'], 'refused');
    losses += 1;
    if (losses === LOSSES_TO_TELL) console.warn(adviceOnWaiting(verdict, baseUrl));
    if (verdict.kind !== 'stop') return;
    refusal = verdict.error;
    console.warn(adviceOn(refusal, surroundings.origin()));
    report(refusal);
    failIfRefused();
  }

  function failIfRefused() {
    // Where newer tabs took over they send what is stored.
    if (refusal && refusal.code !== 'replaced') outbox.fail(['sending', 'queued'], refusal.code);
  }

  function report(error: unknown) {
    if (error instanceof ChatError) store.emit('error', error);
    else console.error(error);
  }

  function onTabMessage(message: TabMessage) {
    if (message.type === 'token') entrance.adopt();
    else if (message.type !== 'read') forget(message.type, thread.sessionId());
    else if (message.sessionId === thread.sessionId()) thread.read(message.seq);
  }

  /**
   * After an `end` the visitor is still the same person. A tab that slept may hear of it late: what
   * it forgets is its own session, not the one that another tab may have begun since.
   */
  function forget(how: 'end' | 'reset', sessionId: string | null | undefined) {
    if (how === 'reset') entrance.forget();
    session.reset(sessionId);
    wish.forget();
    connection.drop();
    outbox.end('reset');
    thread.open(null);
    store.emit('reset', null);
  }

  function forgetEverywhere(type: 'end' | 'reset') {
    forget(type, session.read()?.sessionId);
    tabs?.post({ type });
  }

  function start({ open = false }: { open?: boolean } = {}) {
    if (isDestroyed) throw new TypeError('this chat is destroyed');
    surroundings.WebSocket();
    surroundings.origin();
    if (!unwatch) {
      unwatch = watchPage({
        onWake() {
          connection.wake();
          entrance.renewal.check();
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
    reset: () => forgetEverywhere('reset'),
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
      wish.make();
    },
    loadHistory: history.more,
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

/** What is thrown at once rejects too; no `async`, which would hide that the outbox's promise is handled. */
function promised<T>(task: () => Promise<T>): Promise<T> {
  try {
    return task();
  } catch (error) {
    return Promise.reject(error);
  }
}
