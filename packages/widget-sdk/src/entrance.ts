import type { Connection } from './connection/connection';
import { networkError, type ChatError } from './errors';
import { createRenewal, type Renewal } from './session/renewal';
import type { SessionRecord } from './session/record';
import type { Session } from './session/session';
import type { Store } from './store';
import type { Thread } from './messages/thread';
import type { Identity } from './types';

/** Gets a chat its session, token and user, and keeps them valid. */
export interface Entrance {
  /** Gets a session and its last page of messages; returns the socket address that continues from there. */
  prepare(): Promise<string>;
  /** The socket's token was accepted, and expires at this time of the relay's clock. */
  admit(expiresAt: string): void;
  /** Uses what another tab has stored: a newer token of this session, or another session. */
  adopt(): void;
  /** Tells the session that its token was refused or has ended, if that is why the socket was lost. */
  lose(error: ChatError): void;
  renewal: Renewal;
  identify(who: Identity): Promise<void>;
  /** Makes the visitor anonymous again. */
  forget(): void;
}

/** @param baseUrl `https://chat.example`, without a slash at its end */
export function createEntrance(
  baseUrl: string,
  session: Session,
  thread: Thread,
  store: Store,
  connection: Pick<Connection, 'send' | 'dispatch'>,
): Entrance {
  /** The credentials of the current socket or attempt. */
  let used: SessionRecord | undefined;
  /** The token that the relay accepted last; the one in `used` may not have arrived yet. */
  let admitted: string | undefined;
  let identity: Identity | null = null;

  async function tellIdentity(who: Identity) {
    const answer = await session.call('identify/visitor', {
      json: {
        user_id: who.userId,
        user_signature: who.userSignature,
        display_name: who.displayName,
        email: who.email,
        attributes: who.attributes,
      },
    });
    if (identity === who && 'visitorToken' in answer) session.take(answer);
    const known = store.get().session;
    if (known) store.set({ session: { ...known, userId: who.userId } });
  }

  async function enter() {
    if (identity)
      await tellIdentity(identity).catch((error: ChatError) => {
        if (error.retryable || error.code === 'visitor_blocked') throw error;
        store.emit('error', error);
      });
    // An identified visitor may have been moved to another session.
    used = session.read();
    if (!used) throw networkError();
    const { sessionId } = used;
    const isNew = session.isNew(sessionId);
    // A new session has no history; messages before the socket is open are replayed.
    const page = isNew ? undefined : await session.history();
    // In the meantime the token may have been refused and replaced by another session.
    used = session.read();
    if (used?.sessionId !== sessionId) throw networkError();
    if (thread.sessionId() === sessionId) return;
    thread.open(sessionId, page);
    store.emit('session', { sessionId, isNew });
  }

  function adopt() {
    const held = session.usable();
    if (!held || held.visitorToken === used?.visitorToken) return;
    const isSame = held.sessionId === used?.sessionId;
    if (isSame && connection.send({ type: 'auth', token: held.visitorToken })) used = held;
    else connection.dispatch('move');
  }

  const renewal = createRenewal(async () => {
    if (!used) return;
    session.retire(used.visitorToken);
    await session.ensure();
    adopt();
  });

  return {
    async prepare() {
      used = await session.ensure();
      admitted = used.visitorToken;
      if (thread.sessionId() !== used.sessionId) await enter();
      admitted = used.visitorToken;
      const query = `token=${used.visitorToken}&since=${thread.timeline().cursor}`;
      return `${baseUrl.replace('http', 'ws')}/api/v1/ws/widget?${query}`;
    },
    admit(expiresAt) {
      admitted = used?.visitorToken;
      renewal.schedule(session.lifeMs(expiresAt));
    },
    adopt,
    lose({ code }) {
      if (used && code === 'token_invalid') session.refuse(used.visitorToken);
      if (admitted && code === 'session_expired') session.end(admitted);
    },
    renewal,
    async identify(who) {
      identity = who;
      if (!session.read()) return;
      await tellIdentity(who);
      adopt();
    },
    forget() {
      identity = null;
    },
  };
}
