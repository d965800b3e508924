import { ChatError, isOutlived } from '../errors';
import type { Answers, Http, HttpRequest, IssuedToken, MessagePage } from './http';
import { createRecord, type SessionRecord } from './record';
import { createTurns, withLock } from './lock';
import type { ChatStorage } from './storage';
import { toTime } from '../page-proof';

export interface Session {
  /** The session in the storage; another tab may have changed it. */
  read(): SessionRecord | undefined;
  /** The same, if its token is valid for a while, as far as this tab knows. */
  usable(): SessionRecord | undefined;
  /** A session with a usable token: the stored one, otherwise refreshed, otherwise created. */
  ensure(): Promise<SessionRecord>;
  /** Calls a route with the token; a token the relay refuses is replaced once. */
  call<Path extends keyof Answers>(path: Path, request: HttpRequest): Promise<Answers[Path]>;
  /** The page of messages before this `seq`, or the last page. */
  history(beforeSeq?: number): Promise<MessagePage>;
  /** Continues in the session of a mailed link, which works once: for all tabs that have it. */
  resume(link: string): Promise<void>;
  /** Continues in another session: the visitor's own, of another device. */
  take(issued: IssuedToken): void;
  /** This token must not be used again. A flag on the token, not a count of failures. */
  retire(token: string): void;
  /**
   * With this token the session is over. It is not deleted here: a mailed link may have given it a newer one, which
   * another tab is about to store.
   */
  end(token: string): void;
  /** The relay refused the token. */
  refuse(token: string): void;
  /** Deletes this session, unless another tab has replaced it already. */
  drop(sessionId: string | undefined): void;
  /** It was created here, so it has no history. */
  isNew(sessionId: string): boolean;
  /** The relay accepted the token and the socket stayed open. */
  settled(): void;
  learnTime(serverTime: string): void;
  /** How long until this moment of the relay's clock, in milliseconds. */
  lifeMs(expiresAt: string): number;
  /** Deletes this session like `drop`, and cancels what is in progress. */
  reset(sessionId: string | undefined): void;
}

/** A token with less time left is replaced before it is used. */
const MIN_LIFE_MS = 60_000;
/** After this many refused tokens in a row, the session itself is invalid. */
const REFUSALS_TO_DROP = 3;

/** Sessions and tokens, created by one tab at a time, under a Web Lock where tabs share the storage. */
export function createSession(
  http: Http,
  storage: ChatStorage,
  key: string,
  describe: () => object,
): Session {
  const record = createRecord(storage, `${key}:session`);
  const { read } = record;
  const inTurn = createTurns();
  let retired: string | null = null;
  let ended: string | null = null;
  let fresh: string | null = null;
  let refusals = 0;
  let era = 0;
  let createdId: string | undefined;

  function lifeMs(expiresAt: string): number {
    return toTime(expiresAt) - Date.now() - (read()?.skewMs ?? 0);
  }

  function usable(): SessionRecord | undefined {
    const held = read();
    if (!held || held.visitorToken === retired) return undefined;
    // A new token is valid whatever this device's clock says.
    return held.visitorToken === fresh || lifeMs(held.expiresAt) > MIN_LIFE_MS ? held : undefined;
  }

  async function obtain(stillWanted: () => void): Promise<SessionRecord> {
    stillWanted();
    const stored = usable(); // again: another tab may have done the work under the lock
    if (stored) return stored;
    const held = read();
    const refreshed =
      held &&
      held.visitorToken !== ended &&
      (await http('refresh/visitor-token', { token: held.visitorToken, json: {} }).catch(
        nothingIfGone,
      ));
    // The session may have another token by now, of a tab that can't hold the lock.
    const newer = usable();
    if (newer) return newer;
    const issued = refreshed || (await http('create/visitor-session', { json: describe() }));
    stillWanted();
    if (!refreshed) createdId = issued.sessionId;
    return take(issued);
  }

  function take({ sessionId, visitorToken, expiresAt }: IssuedToken, link?: string): SessionRecord {
    const known = read();
    const opener = link ?? (known?.sessionId === sessionId ? known.link : undefined);
    const taken = {
      sessionId,
      visitorToken,
      expiresAt,
      skewMs: known?.skewMs ?? 0,
      ...(opener && { link: opener }),
    };
    fresh = visitorToken;
    record.write(taken);
    return taken;
  }

  async function ensure(): Promise<SessionRecord> {
    const begun = era;
    const stillWanted = () => {
      if (era !== begun) throw new ChatError('reset');
    };
    const held = usable();
    if (held) return held;
    return alone(() => obtain(stillWanted));
  }

  /** While no other tab makes or replaces a token. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    return storage.isShared() ? withLock(`${key}:token`, work) : inTurn(work);
  }

  const resume = (link: string): Promise<void> =>
    alone(async () => {
      if (read()?.link === link) return; // another tab was first
      take(await http('resume/visitor-session', { json: { token: link } }), link);
    });

  function drop(sessionId: string | undefined) {
    refusals = 0;
    if (read()?.sessionId === sessionId) record.remove();
  }

  function refuse(token: string) {
    if (token === retired) return;
    retired = token;
    refusals += 1;
    if (refusals >= REFUSALS_TO_DROP) drop(read()?.sessionId);
  }

  async function call<Path extends keyof Answers>(
    path: Path,
    request: HttpRequest,
  ): Promise<Answers[Path]> {
    const { visitorToken: token } = await ensure();
    try {
      return await http(path, { ...request, token });
    } catch (error) {
      const { code } = error as ChatError;
      // A mailed link may have ended this token, and another tab has the newer one.
      const isReplaced = code === 'session_expired' && read()?.visitorToken !== token;
      if (code !== 'token_invalid' && !isReplaced) throw error;
      if (!isReplaced) refuse(token);
      return http(path, { ...request, token: (await ensure()).visitorToken });
    }
  }

  return {
    read,
    usable,
    ensure,
    call,
    history: (beforeSeq) =>
      call('fetch/messages', beforeSeq ? { query: { before_seq: beforeSeq } } : {}),
    resume,
    take: (issued) => void take(issued),
    retire(token) {
      retired = token;
    },
    end(token) {
      ended = retired = token;
    },
    refuse,
    drop,
    lifeMs,
    isNew: (sessionId) => sessionId === createdId,
    settled() {
      refusals = 0;
      fresh = null;
    },
    learnTime(serverTime) {
      const held = read();
      const skewMs = toTime(serverTime) - Date.now();
      if (held) record.write({ ...held, skewMs });
    },
    reset(sessionId) {
      era += 1;
      retired = fresh = null;
      drop(sessionId);
    },
  };
}

/** A refresh that is refused permanently means that the session can't continue. */
function nothingIfGone(error: ChatError): undefined {
  if (!isOutlived(error)) throw error;
}
