import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type {
  DraftView,
  MessageView,
  SenderKind,
  ServerFrame,
  VisitorFrame,
  WidgetConfig,
} from '../../src/frames';

/** What the relay does with one connection in place of behaving well. */
export type Script = (peer: Peer) => void;
/** What the relay answers to one request in place of the right thing. */
type Answer = { status: number; code?: string; retryAfterS?: number } | 'hang up';

export interface Peer {
  socket: WebSocket;
  query: URLSearchParams;
  send(frame: ServerFrame | Record<string, unknown>): void;
  /** Behaves well from here on: welcome, replay, acks. */
  serve(): void;
  /** Answers nothing any more, over a socket that stays open. */
  mute(): void;
  close(code: number, reason?: string): void;
}

const CONFIG: WidgetConfig = {
  tenant_name: 'Shop',
  is_online: true,
  bot_enabled: true,
  locale: 'fr',
  greeting: null,
  theme: { accent_color: '#123456', position: 'right' },
  share_page: true,
  limits: { content_chars: 4000, frame_bytes: 16384 },
};

/** A browser's page is of another origin than this relay. */
const CROSS_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
};

/**
 * A relay on a real port that behaves well until a script tells it not to: it stands for all that
 * a network and a server in trouble can do to a visitor.
 */
export async function startScriptedRelay() {
  const scripts: Script[] = [];
  const answers: Record<string, Answer[]> = {};
  const relay = {
    url: '',
    /** One per connection to come; without one the relay behaves well. */
    scripts,
    /** By route, one per request to come. */
    answers,
    requests: [] as { path: string; body: Record<string, unknown>; token: string }[],
    connections: [] as Peer[],
    frames: [] as VisitorFrame[],
    messages: [] as MessageView[],
    /** Frames of these types are swallowed once each. */
    deaf: [] as VisitorFrame['type'][],
    /** Acks that get lost on the way. */
    lostAcks: 0,
    /** What a connection finds without a script of its own, in place of a relay that behaves well. */
    fallback: undefined as Script | undefined,
    /** The session that an identified visitor has already, on another device. */
    ownSession: '',
    /** Tokens up to this number are refused. */
    voidTokens: 0,
    config: CONFIG,
    tokenLifeMs: 3_600_000,
    clockSkewMs: 0,
    maxReplay: 200,
    maxSync: 200,
    /** Syncs that are refused for being too many. */
    refusedSyncs: 0,
    /** How far the visitor has read, as a welcome says. */
    readSeq: 0,
    /** What the bot is writing when a connection is welcomed. */
    draft: null as DraftView | null,
    sessions: 0,
    tokens: 0,
    count: (path: string) => relay.requests.filter((request) => request.path === path).length,
    framesOf: <T extends VisitorFrame['type']>(type: T) =>
      relay.frames.filter(
        (frame): frame is Extract<VisitorFrame, { type: T }> => frame.type === type,
      ),
    current: () => relay.connections.at(-1) as Peer,
    /** Stores a message of the other side, without telling anybody. */
    store(content: string, kind: SenderKind = 'bot', name?: string) {
      return append({ sender: { kind, ...(name && { display_name: name }) }, content });
    },
    /** Stores a message of the other side and sends it over the current socket. */
    say(content: string, kind: SenderKind = 'bot', name?: string) {
      const message = relay.store(content, kind, name);
      relay.current().send({ type: 'msg', ...message });
      return message;
    },
  };

  const now = () => Date.now() + relay.clockSkewMs;
  const iso = (ms: number) => new Date(ms).toISOString();

  function append(part: Pick<MessageView, 'sender' | 'content' | 'client_msg_id'>): MessageView {
    const seq = relay.messages.length + 1;
    const message = { message_id: `m${seq}`, seq, created_at: iso(now()), ...part };
    relay.messages.push(message);
    return message;
  }

  function issue(session_id: string) {
    relay.tokens += 1;
    return {
      session_id,
      visitor_token: `${session_id}.${relay.tokens}`,
      expires_at: iso(now() + relay.tokenLifeMs),
    };
  }

  function success(path: string, token: string, query: URLSearchParams): object {
    if (path === 'create/visitor-session') {
      relay.sessions += 1;
      return { ...issue(`vs_${relay.sessions}`), widget_config: relay.config };
    }
    if (path === 'identify/visitor' && relay.ownSession) return issue(relay.ownSession);
    if (path === 'end/visitor-session') relay.messages.length = 0;
    if (path === 'refresh/visitor-token') return issue(token.split('.')[0] ?? '');
    if (path === 'fetch/widget-config') return { widget_config: relay.config };
    if (path !== 'fetch/messages') return {};
    const before = Number(query.get('before_seq') ?? Infinity);
    const older = relay.messages.filter(({ seq }) => seq < before);
    const page = older.slice(-Number(query.get('limit') ?? 50));
    return {
      messages: page,
      has_more: older.length > page.length,
      last_seq: relay.messages.length,
    };
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://relay');
    const path = url.pathname.replace('/api/v1/', '');
    let text = '';
    for await (const chunk of request) text += String(chunk);
    if (request.method === 'OPTIONS') return void response.writeHead(204, CROSS_ORIGIN).end();
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    relay.requests.push({ path, token, body: JSON.parse(text || '{}') });
    const answer = relay.answers[path]?.shift();
    if (answer === 'hang up') return void request.socket.destroy();
    const status = answer?.status ?? (path.startsWith('create') ? 201 : 200);
    const data = answer
      ? { code: answer.code, retry_after_s: answer.retryAfterS }
      : success(path, token, url.searchParams);
    response.writeHead(status, { ...CROSS_ORIGIN, 'content-type': 'application/json' });
    response.end(JSON.stringify({ status_code: status, data, message: '' }));
  }

  function welcome(peer: Peer) {
    const since = Number(peer.query.get('since'));
    const last = relay.messages.length;
    const missed = since > last ? relay.messages : relay.messages.slice(since);
    const replay = missed.slice(-relay.maxReplay);
    const cut = replay.length < missed.length ? 'truncated' : 'ok';
    peer.send({
      type: 'welcome',
      protocol: 1,
      session: {
        session_id: peer.query.get('token')?.split('.')[0] ?? '',
        expires_at: iso(now() + 30 * 86_400_000),
        locale: 'fr',
        mode: 'bot',
        user_id: null,
      },
      config: relay.config,
      conversation: null,
      last_seq: last,
      read_seq: relay.readSeq,
      resume: {
        status: since > last ? 'reset' : replay.length === 0 ? 'none' : cut,
        from: replay[0]?.seq ?? null,
        to: replay.at(-1)?.seq ?? null,
      },
      draft: relay.draft,
      heartbeat: { interval_ms: 25_000, timeout_ms: 10_000 },
      token_expires_at: iso(now() + relay.tokenLifeMs),
      server_time: iso(now()),
    });
    for (const message of replay) peer.send({ type: 'msg', ...message });
  }

  function sync(peer: Peer, since: number) {
    if (relay.refusedSyncs > 0) {
      relay.refusedSyncs -= 1;
      peer.send({ type: 'error', code: 'rate_limited', retryable: true, retry_after_ms: 700 });
      return;
    }
    const page = relay.messages.slice(since, since + relay.maxSync);
    for (const message of page) peer.send({ type: 'msg', ...message });
    const to = page.at(-1)?.seq ?? since;
    peer.send({ type: 'sync_end', to, has_more: relay.messages.length > to });
  }

  function react(peer: Peer, frame: VisitorFrame) {
    if (frame.type === 'ping') peer.send({ type: 'pong' });
    if (frame.type === 'auth') {
      peer.send({ type: 'auth_ok', token_expires_at: iso(now() + relay.tokenLifeMs) });
    }
    if (frame.type === 'sync') sync(peer, frame.since);
    if (frame.type !== 'msg') return;
    const { client_msg_id, content } = frame;
    const known = relay.messages.find((message) => message.client_msg_id === client_msg_id);
    const stored = known ?? append({ sender: { kind: 'visitor' }, content, client_msg_id });
    if (relay.lostAcks > 0) {
      relay.lostAcks -= 1;
      return;
    }
    const { message_id, seq, created_at } = stored;
    const duplicate = known && { duplicate: true };
    peer.send({ type: 'ack', client_msg_id, message_id, seq, created_at, ...duplicate });
  }

  const server = createServer((request, response) => void handle(request, response));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    let isServing = false;
    const peer: Peer = {
      socket,
      query: new URL(request.url ?? '', 'http://relay').searchParams,
      send: (frame) => socket.send(JSON.stringify(frame)),
      serve() {
        isServing = true;
        welcome(peer);
      },
      mute() {
        isServing = false;
      },
      close: (code, reason) => socket.close(code, reason),
    };
    relay.connections.push(peer);
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as VisitorFrame;
      relay.frames.push(frame);
      const deaf = relay.deaf.indexOf(frame.type);
      if (deaf >= 0) relay.deaf.splice(deaf, 1);
      else if (isServing) react(peer, frame);
    });
    const script = relay.scripts.shift() ?? relay.fallback;
    if (Number(peer.query.get('token')?.split('.')[1]) <= relay.voidTokens) peer.close(4401);
    else if (script) script(peer);
    else peer.serve();
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  relay.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  return relay;
}

export type ScriptedRelay = Awaited<ReturnType<typeof startScriptedRelay>>;
