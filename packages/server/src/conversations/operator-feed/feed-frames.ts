/** Result of reading a frame: passed to nes, rebuilt field by field; refused with a response; or invalid. */
export type FeedFrame =
  | { kind: 'pass'; type: string; text: string }
  | { kind: 'refuse'; answer: string }
  | { kind: 'invalid' };

const FEED_FRAME_TYPES = ['ping', 'hello', 'reauth', 'sub', 'unsub', 'request', 'message'] as const;
/** @internal Tests have an awkward frame of each type. */
export type FeedFrameType = (typeof FEED_FRAME_TYPES)[number];

export const MAX_SUBSCRIPTIONS = 200;
const MAX_TOKEN_LENGTH = 4_200;
const INVALID: FeedFrame = { kind: 'invalid' };

/** @param session the session cookie of this feed, which authenticates a hello without `auth` */
export function readFeedFrame(text: string, session: string | null): FeedFrame {
  const frame = parseObject(text);
  const id = frame?.['id'];
  if (!frame || !isId(id)) return INVALID;
  const type = FEED_FRAME_TYPES.find((known) => known === frame['type']);
  switch (type) {
    case 'ping':
      return pass({ type, id });
    case 'hello':
      return readHello(frame, id, session);
    case 'reauth': {
      const auth = readAuth(frame['auth']);
      return auth ? pass({ type, id, auth }) : INVALID;
    }
    case 'sub':
    case 'unsub': {
      const { path } = frame;
      return isPath(path) ? pass({ type, id, path }) : INVALID;
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
    case undefined:
      return INVALID;
  }
}

function readHello(
  frame: Record<string, unknown>,
  id: string | number,
  session: string | null,
): FeedFrame {
  const hasOwn = 'auth' in frame || session === null;
  const auth = hasOwn ? readAuth(frame['auth']) : { headers: { cookie: session } };
  const subs = frame['subs'] ?? [];
  if (!auth || frame['version'] !== '2' || !Array.isArray(subs)) return INVALID;
  if (subs.length > MAX_SUBSCRIPTIONS || !subs.every(isPath)) return INVALID;
  return pass({ type: 'hello', id, version: '2', auth, subs });
}

/** Keeps only the token of the client's headers; nes would pass on all of them. */
function readAuth(auth: unknown): { headers: { authorization: string } } | null {
  if (!isObject(auth) || !isObject(auth['headers'])) return null;
  const entry = Object.entries(auth['headers']).find(
    ([name]) => name.toLowerCase() === 'authorization',
  );
  const authorization = entry?.[1];
  const isClean = typeof authorization === 'string' && /^[\x20-\x7e]+$/.test(authorization);
  return isClean && authorization.length <= MAX_TOKEN_LENGTH
    ? { headers: { authorization } }
    : null;
}

function pass(frame: { type: string } & Record<string, unknown>): FeedFrame {
  return { kind: 'pass', type: frame.type, text: JSON.stringify(frame) };
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
