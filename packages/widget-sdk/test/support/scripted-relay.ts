import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type {
  AttachmentView,
  DraftView,
  MessageView,
  SenderKind,
  ServerFrame,
  VisitorFrame,
  WidgetConfig,
} from '../../src/frames';

/** Replaces the proper behaviour on one connection. */
export type Script = (peer: Peer) => void;
/** Replaces the proper response to one request. */
type Answer = { status: number; code?: string; retryAfterS?: number } | 'hang up';

export interface Peer {
  socket: WebSocket;
  query: URLSearchParams;
  send(frame: ServerFrame | Record<string, unknown>): void;
  /** Behaves well from here on: welcome, replay, acks. */
  serve(): void;
  /** Sends nothing any more; the socket stays open. */
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
  'access-control-allow-methods': 'GET, POST, PUT',
};

/** A relay on a real port that behaves properly until a script tells it to fail as networks and servers do. */
export async function startScriptedRelay() {
  const scripts: Script[] = [];
  const answers: Record<string, Answer[]> = {};
  const relay = {
    url: '',
    /** One per connection to come; without one the relay behaves well. */
    scripts,
    /** Route → scripted responses to its next requests, one each. */
    answers,
    requests: [] as { path: string; body: Record<string, unknown>; token: string }[],
    connections: [] as Peer[],
    frames: [] as VisitorFrame[],
    messages: [] as MessageView[],
    /** Frames of these types are swallowed once each. */
    deaf: [] as VisitorFrame['type'][],
    /** Acks that get lost on the way. */
    lostAcks: 0,
    /** Script of connections that have none of their own. Without it, they behave properly. */
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
    /** How far an operator has read, as a welcome says. */
    agentReadSeq: 0,
    /** Uploads by their id, and how many of their bytes have come. */
    uploads: new Map<string, { file: AttachmentView; received: number }>(),
    /** How long addresses of files are valid. */
    addressLifeMs: 600_000,
    /** The draft that the bot is writing when a connection is welcomed. */
    draft: null as DraftView | null,
    /** The `seq` of each removed message, for the welcome. */
    removed: [] as number[],
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

  function append(
    part: Pick<MessageView, 'sender' | 'content' | 'client_msg_id' | 'attachments'>,
  ): MessageView {
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

  function createUpload({ name, bytes }: Record<string, unknown>): object {
    const upload_id = `up_${relay.uploads.size + 1}`;
    const file: AttachmentView = {
      upload_id,
      name: String(name),
      type: 'text/plain',
      bytes: Number(bytes),
      sha256: '00',
      scan: 'none',
    };
    relay.uploads.set(upload_id, { file, received: 0 });
    const url = `${relay.url}/api/v1/put/upload?upload_id=${upload_id}`;
    return { upload_id, put: { url, headers: { 'content-type': 'application/octet-stream' } } };
  }

  function fileOf(upload_id: string): AttachmentView | null {
    const upload = relay.uploads.get(upload_id);
    return upload?.received === upload?.file.bytes ? (upload?.file ?? null) : null;
  }

  /** Adds the address with which a message links its file. */
  function linked(file: AttachmentView): AttachmentView {
    if (file.scan === 'pending') return file;
    const expires = now() + relay.addressLifeMs;
    const url = `${relay.url}/api/v1/fetch/attachment?upload_id=${file.upload_id}&expires=${expires}`;
    return { ...file, url, url_expires_at: iso(expires) };
  }

  /** The session's, as the page asked for it. */
  let locale = 'fr';

  function success(
    path: string,
    token: string,
    query: URLSearchParams,
    body: Record<string, unknown>,
  ): object {
    if (path === 'create/upload') return createUpload(body);
    if (path === 'finish/upload') return fileOf(String(body['upload_id'])) ?? {};
    if (path === 'create/visitor-session') {
      relay.sessions += 1;
      locale = typeof body['locale'] === 'string' ? body['locale'] : 'fr';
      return { ...issue(`vs_${relay.sessions}`), widget_config: relay.config };
    }
    if (path === 'resume/visitor-session') return issue(`vs_${relay.sessions}`);
    if (path === 'identify/visitor' && relay.ownSession) return issue(relay.ownSession);
    if (path === 'end/visitor-session') relay.messages.length = 0;
    if (path === 'refresh/visitor-token') return issue(token.split('.')[0] ?? '');
    if (path === 'fetch/widget-config') return { widget_config: relay.config };
    if (path !== 'fetch/messages') return {};
    const before = Number(query.get('before_seq') ?? Infinity);
    const older = relay.messages.filter(({ seq }) => seq < before);
    const page = older.slice(-Number(query.get('limit') ?? 50));
    return {
      messages: page.map((message) => ({
        ...message,
        ...(message.attachments && { attachments: message.attachments.map(linked) }),
      })),
      has_more: older.length > page.length,
      last_seq: relay.messages.length,
    };
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://relay');
    const path = url.pathname.replace('/api/v1/', '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks);
    if (request.method === 'OPTIONS') return void response.writeHead(204, CROSS_ORIGIN).end();
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    const isFile = request.method === 'PUT';
    const body = isFile ? {} : (JSON.parse(sent.toString() || '{}') as Record<string, unknown>);
    relay.requests.push({ path, token, body });
    const answer = relay.answers[path]?.shift();
    if (answer === 'hang up') return void request.socket.destroy();
    const upload = relay.uploads.get(url.searchParams.get('upload_id') ?? '');
    if (isFile && upload && !answer) upload.received = sent.length;
    const status = answer?.status ?? (path.startsWith('create') ? 201 : 200);
    const data = answer
      ? { code: answer.code, retry_after_s: answer.retryAfterS }
      : success(path, token, url.searchParams, body);
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
        locale,
        mode: 'bot',
        user_id: null,
      },
      config: relay.config,
      conversation: null,
      last_seq: last,
      read_seq: relay.readSeq,
      agent_read_seq: relay.agentReadSeq,
      resume: {
        status: since > last ? 'reset' : replay.length === 0 ? 'none' : cut,
        from: replay[0]?.seq ?? null,
        to: replay.at(-1)?.seq ?? null,
      },
      removed: relay.removed,
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
    const files = (frame.attachments ?? []).map(fileOf);
    if (files.includes(null)) {
      peer.send({ type: 'error', code: 'attachment_invalid', client_msg_id, retryable: false });
      return;
    }
    const attachments = files.filter((file) => file !== null);
    const part = { ...(attachments.length > 0 && { attachments }), content, client_msg_id };
    const stored = known ?? append({ sender: { kind: 'visitor' }, ...part });
    if (relay.lostAcks > 0) {
      relay.lostAcks -= 1;
      return;
    }
    const { message_id, seq, created_at } = stored;
    const duplicate = known && { duplicate: true };
    const links = attachments.length > 0 && { attachments: attachments.map(linked) };
    peer.send({ type: 'ack', client_msg_id, message_id, seq, created_at, ...links, ...duplicate });
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
