import type { WebSocket } from 'ws';

/**
 * Stands between an operator's socket and nes 14.0.1, which ends the process on a frame as small as
 * `null`, takes frames of any size, and lets a `request` frame call any route with headers of the
 * client's choice. Only frames that are rebuilt here, field by field, reach it.
 */
export function guardFeed(socket: WebSocket, maxFrameBytes: number): void {
  const emit = socket.emit.bind(socket);
  socket.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== 'message') return emit(event, ...args);
    const [data, isBinary] = args as [Buffer, boolean];
    const verdict = isBinary || data.length > maxFrameBytes ? BAD : inspect(data.toString('utf8'));
    if (verdict.kind === 'pass') return emit('message', Buffer.from(verdict.frame), false);
    if (verdict.kind === 'refuse') socket.send(verdict.answer);
    else socket.close(isBinary ? 1003 : data.length > maxFrameBytes ? 1009 : 1008, 'invalid frame');
    return true;
  };

  // nes awaits each subscriber's write before it writes to the next one: a stalled operator would
  // stall all others. Writes are queued by ws anyway, and who doesn't read is cut.
  const send = socket.send.bind(socket) as (data: unknown) => void;
  socket.send = ((data: unknown, ...rest: unknown[]) => {
    send(data);
    const callback = rest.at(-1);
    if (typeof callback === 'function') setImmediate(callback as () => void);
  }) as WebSocket['send'];
}

type Verdict =
  | { kind: 'pass'; frame: string }
  | { kind: 'refuse'; answer: string }
  | { kind: 'close' };

const BAD: Verdict = { kind: 'close' };
const MAX_SUBSCRIPTIONS_IN_HELLO = 100;
const MAX_TEXT = 4_200;

function inspect(text: string): Verdict {
  const frame = parseObject(text);
  const id = frame?.['id'];
  if (!frame || !isId(id)) return BAD;
  const { type } = frame;
  switch (type) {
    case 'ping':
      return pass({ type, id });
    case 'hello':
      return inspectHello(frame, id);
    case 'reauth': {
      const auth = readAuth(frame['auth']);
      return auth ? pass({ type, id, auth }) : BAD;
    }
    case 'sub':
    case 'unsub': {
      const { path } = frame;
      return isPath(path) ? pass({ type, id, path }) : BAD;
    }
    case 'request':
    case 'message':
      return {
        kind: 'refuse',
        answer: JSON.stringify({
          type,
          id,
          statusCode: 403,
          payload: { error: 'Forbidden', message: 'Use the HTTP routes.' },
          headers: {},
        }),
      };
    default:
      return BAD;
  }
}

function inspectHello(frame: Record<string, unknown>, id: string | number): Verdict {
  const auth = readAuth(frame['auth']);
  const subs = frame['subs'] ?? [];
  if (!auth || frame['version'] !== '2' || !Array.isArray(subs)) return BAD;
  if (subs.length > MAX_SUBSCRIPTIONS_IN_HELLO || !subs.every(isPath)) return BAD;
  return pass({ type: 'hello', id, version: '2', auth, subs });
}

/** Of the client's headers only the token; nes would pass on all of them. */
function readAuth(auth: unknown): { headers: { authorization: string } } | null {
  if (!isObject(auth) || !isObject(auth['headers'])) return null;
  const entry = Object.entries(auth['headers']).find(
    ([name]) => name.toLowerCase() === 'authorization',
  );
  const authorization = entry?.[1];
  const isClean = typeof authorization === 'string' && /^[\x20-\x7e]+$/.test(authorization);
  return isClean && authorization.length <= MAX_TEXT ? { headers: { authorization } } : null;
}

function pass(frame: object): Verdict {
  return { kind: 'pass', frame: JSON.stringify(frame) };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
  return typeof value === 'string' && value !== '' && value.length <= 64;
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/[A-Za-z0-9/_-]{1,200}$/.test(value);
}
