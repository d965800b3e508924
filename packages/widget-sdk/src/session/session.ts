import { ChatError, isOutlived } from '../errors';
import type { Answers, Http, HttpRequest, IssuedToken, MessagePage } from './http';
import { createRecord, type SessionRecord } from './record';
import { createTurns, withLock } from './lock';
import type { ChatStorage } from './storage';
import { toTime } from '../page-proof';

export interface Session {
  /** Returns the stored session; another tab may have changed it. */
  read(): SessionRecord | undefined;
  /** Returns the stored session if its token is valid for at least a minute, as far as this tab knows. */
  usable(): SessionRecord | undefined;
  /** Returns a session with a usable token: the stored one, else with a refreshed token, else a new one. */
  ensure(): Promise<SessionRecord>;
  /** Calls a route with the token; if the relay refuses the token, it is replaced once. */
  call<Path extends keyof Answers>(path: Path, request: HttpRequest): Promise<Answers[Path]>;
  /** Fetches the page of messages before this `seq`, or the last page. */
  history(beforeSeq?: number): Promise<MessagePage>;
  /** Continues in the session of a mailed link, for all tabs that have the link. A link works once. */
  resume(link: string): Promise<void>;
  /** Continues in another session: the one that the identified visitor has on another device. */
  take(issued: IssuedToken): void;
  /** Marks this token as not to be used again. */
  retire(token: string): void;
  /**
   * Marks the session as ended for this token. The record stays: a mailed link may have given the session a newer
   * token, which another tab is about to store.
   */
  end(token: string): void;
  /** Counts a refusal of this token, and stops using it. */
  refuse(token: string): void;
  /** Deletes this session, unless another tab has replaced it already. */
  drop(sessionId: string | undefined): void;
  /** True if this object created the session: then it has no history. */
  isNew(sessionId: string): boolean;
  /** Resets the count of refusals: the relay accepted the token, and the socket stayed open. */
  settled(): void;
  learnTime(serverTime: string): void;
  /** In ms. The time until this moment of the relay's clock. */
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
    // A token received just now is valid, even if this device's clock disagrees.
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
    // A tab whose lock expired may have stored another token in the meantime.
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

  /** Runs `work` while no other tab makes or replaces a token. */
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
      // A mailed link may have ended this token, and another tab has stored the newer one.
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

/** Returns undefined if the refresh failed because the session has ended; other errors are thrown again. */
function nothingIfGone(error: ChatError): undefined {
  if (!isOutlived(error)) throw error;
}
