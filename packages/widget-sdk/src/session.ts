import { ChatError } from './errors';
import type { Answers, Http, HttpRequest, IssuedToken } from './http';
import { withLock } from './lock';
import type { ChatStorage } from './storage';

/** What is kept of a session. `skew_ms` is the relay's clock minus this device's, once known. */
export interface SessionRecord extends IssuedToken {
  skew_ms: number;
}

export interface Session {
  /** The session that storage holds now; another tab may have changed it. */
  read(): SessionRecord | undefined;
  /** A session with a usable token: the stored one, else refreshed, else created. */
  ensure(): Promise<SessionRecord>;
  /** Calls a route with the token; a token the relay refuses is replaced once. */
  call<Path extends keyof Answers>(path: Path, request: HttpRequest): Promise<Answers[Path]>;
  /** This token is not to be used again. A flag on the token, not a count of failures. */
  retire(token: string): void;
  /** The relay refused the token. */
  refuse(token: string): void;
  /** Forgets this session, unless another tab has replaced it already. */
  drop(sessionId: string): void;
  /** The relay accepted the token and kept us. */
  settled(): void;
  learnTime(serverTime: string): void;
  /** Forgets whatever is stored, and voids what is under way. */
  reset(): void;
}

/** A token with less than this left is replaced before it is used. */
const MIN_LIFE_MS = 60_000;
/** After so many fresh tokens refused in a row it is the session that is bad. */
const REFUSALS_TO_DROP = 3;

/** Sessions and tokens, made by one tab at a time under a Web Lock. */
export function createSession(
  http: Http,
  storage: ChatStorage,
  key: string,
  describe: () => object,
  onIssued: (record: SessionRecord, isNew: boolean) => void,
): Session {
  const storageKey = `${key}:session`;
  let retired: string | null = null;
  let fresh: string | null = null;
  let refusals = 0;
  let era = 0;

  function read(): SessionRecord | undefined {
    const value = storage.read(storageKey) as SessionRecord | undefined;
    return value?.visitor_token ? value : undefined;
  }

  function isUsable({ visitor_token, expires_at, skew_ms }: SessionRecord): boolean {
    if (visitor_token === retired) return false;
    // A token just issued is good whatever this device's clock says.
    return visitor_token === fresh || Date.parse(expires_at) - Date.now() - skew_ms > MIN_LIFE_MS;
  }

  async function obtain(): Promise<SessionRecord> {
    const begun = era;
    const held = read(); // again: the tab that had the lock before may have done the work
    if (held && isUsable(held)) return held;
    const refreshed =
      held &&
      (await http('refresh/visitor-token', { token: held.visitor_token, json: {} }).catch(
        nothingIfGone,
      ));
    const { session_id, visitor_token, expires_at } =
      refreshed ?? (await http('create/visitor-session', { json: describe() }));
    if (era !== begun) throw new ChatError('reset');
    const record = { session_id, visitor_token, expires_at, skew_ms: held?.skew_ms ?? 0 };
    fresh = visitor_token;
    storage.write(storageKey, record);
    onIssued(record, !refreshed);
    return record;
  }

  async function ensure(): Promise<SessionRecord> {
    const held = read();
    return held && isUsable(held) ? held : withLock(`${key}:token`, obtain);
  }

  function drop(sessionId: string) {
    refusals = 0;
    if (read()?.session_id === sessionId) storage.remove(storageKey);
  }

  function retire(token: string) {
    retired = token;
  }

  function refuse(token: string) {
    retire(token);
    if (token !== fresh) return;
    refusals += 1;
    const held = read();
    if (held && refusals >= REFUSALS_TO_DROP) drop(held.session_id);
  }

  return {
    read,
    ensure,
    async call(path, request) {
      const { visitor_token: token } = await ensure();
      try {
        return await http(path, { ...request, token });
      } catch (error) {
        if ((error as ChatError).code !== 'token_invalid') throw error;
        refuse(token);
        return http(path, { ...request, token: (await ensure()).visitor_token });
      }
    },
    retire,
    refuse,
    drop,
    settled() {
      refusals = 0;
      fresh = null;
    },
    learnTime(serverTime) {
      const held = read();
      const skew_ms = Date.parse(serverTime) - Date.now();
      if (held) storage.write(storageKey, { ...held, skew_ms });
    },
    reset() {
      era += 1;
      refusals = 0;
      retired = fresh = null;
      storage.remove(storageKey);
    },
  };
}

/** A refresh refused for good means that the session can't be gone on with. */
function nothingIfGone(error: ChatError): undefined {
  if (error.code !== 'session_expired' && error.code !== 'token_invalid') throw error;
}
