import { ChatError } from './errors';
import type { VisitorFrame } from './frames';
import type { History } from './history';
import { createRenewal, type Renewal } from './renewal';
import type { Session, SessionRecord } from './session';
import type { Store } from './store';
import type { Thread } from './thread';
import type { Identity } from './types';
import type { Verdict } from './verdict';

/** How a chat gets onto a socket: by which session, with which token, as whom. */
export interface Entrance {
  /** A session, its last page of messages, and the address that goes on from there. */
  prepare(): Promise<string>;
  /** The socket has a token that ends at this moment of the relay's clock. */
  admit(expiresAt: string): void;
  /** Takes up what storage holds by now: a newer token of this session, or another session. */
  adopt(): void;
  /** What the loss of a socket says of its token and its session. */
  lose(verdict: Verdict): void;
  renewal: Renewal;
  identify(who: Identity): Promise<void>;
  /** The visitor is nobody in particular again. */
  forget(): void;
}

export interface EntranceLinks {
  /** `https://chat.example`, without a slash at its end. */
  baseUrl: string;
  session: Session;
  thread: Thread;
  history: History;
  store: Store;
  send(frame: VisitorFrame): boolean;
  report(error: unknown): void;
  /** The visitor goes on in another session: leaves the open socket for one of that session. */
  move(): void;
}

export function createEntrance(links: EntranceLinks): Entrance {
  const { session, thread, store } = links;
  /** What the current socket, or attempt, goes by. */
  let used: SessionRecord | undefined;
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
    if ('visitorToken' in answer) {
      session.take(answer);
      adopt();
    }
    const known = store.get().session;
    if (known) store.set({ session: { ...known, userId: who.userId } });
  }

  async function enter() {
    if (identity) await tellIdentity(identity).catch(links.report);
    // Who is known by now may have been led to another session.
    const { sessionId } = await session.ensure();
    const isNew = session.isNew(sessionId);
    // A new session has no history; what it gets before the socket is open is replayed.
    const page = isNew ? undefined : await links.history.lastPage();
    // On the way the token may have been refused, and another session come in its place.
    used = session.read();
    if (used?.sessionId !== sessionId) throw new ChatError('network');
    thread.open(sessionId, page);
    store.emit('session', { sessionId, isNew });
  }

  function adopt() {
    const held = session.read();
    if (!held || !used || held.visitorToken === used.visitorToken) return;
    if (held.sessionId !== used.sessionId) return links.move();
    if (links.send({ type: 'auth', token: held.visitorToken })) used = held;
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
      if (thread.sessionId() !== used.sessionId) await enter();
      const query = `token=${used.visitorToken}&since=${thread.timeline().cursor}`;
      return `${links.baseUrl.replace('http', 'ws')}/api/v1/ws/widget?${query}`;
    },
    admit(expiresAt) {
      renewal.schedule(Date.parse(expiresAt) - Date.now() - (session.read()?.skewMs ?? 0));
    },
    adopt,
    lose({ kind }) {
      if (used && kind === 'token') session.refuse(used.visitorToken);
      if (used && kind === 'session') session.drop(used.sessionId);
    },
    renewal,
    async identify(who) {
      identity = who;
      if (session.read()) await tellIdentity(who);
    },
    forget() {
      identity = null;
    },
  };
}
