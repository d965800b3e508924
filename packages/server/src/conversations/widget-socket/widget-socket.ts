import type { Duplex } from 'node:stream';
import { uploaders } from '../../attachments/attachment';
import type { LinkTo } from '../../attachments/links';
import type { ServerFrame, VisitorFrame, WidgetConfig } from '@chat-relay/widget-sdk/frames';
import type { WebSocket } from 'ws';
import { iso, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { RunningWork } from '../../platform/event-loop/running-work';
import type { Limits } from '../../platform/settings/limits';
import type { Logger } from '../../platform/log';
import type { VisitorClaims } from '../../platform/security/tokens';
import type { Turns } from '../../platform/turns';
import type { TenantDirectory } from '../../tenants/directory';
import type { Tenant } from '../../tenants/tenant';
import type { Access, AccessRefusal } from '../../visitors/access';
import type { PageLog } from '../../visitors/pages/page-log';
import type { VisitorSession } from '../../visitors/session';
import { CLOSE, type CloseCode } from '../sockets/close-codes';
import { rateCommand, type Command } from '../rules/commands';
import { FrameBudget, type Refusal, type SessionBudgets } from '../sockets/frame-budgets';
import { gatherWrites } from '../sockets/gathered-writes';
import { guardFrame, type GuardedFrame } from './incoming-frames';
import type { Hub } from '../live/hub';
import type { QueuePositions } from '../live/queue-positions';
import type { Journal } from '../journal/journal';
import type { Committed } from '../journal/submission';
import { closeSocket, retryIn } from '../sockets/socket-close';
import type { SocketUpkeep } from '../sockets/keepalive';
import type { ConversationStore } from '../journal/store';
import type { SurroundingsOf } from '../journal/surroundings';
import { ConversationReader, type ConversationReaderOptions } from './conversation-reader';
import { ackFrame, errorFrame, failureFrame } from './outgoing-frames';

export interface WidgetSocketServices {
  clock: Clock;
  log: Logger;
  limits: Limits;
  running: RunningWork;
  sessionBudgets: SessionBudgets;
  /** Queue for replays: only a few run at once on a node. */
  replayTurns: Turns;
  hub: Hub;
  queuePositions: Pick<QueuePositions, 'enter'>;
  journal: Journal;
  store: ConversationStore;
  upkeep: SocketUpkeep;
  surroundingsOf: SurroundingsOf;
  draftOf: ConversationReaderOptions['draftOf'];
  directory: Pick<TenantDirectory, 'find'>;
  leaveContact(visitor: VisitorSession, tenant: Tenant, email: string): Promise<void>;
  linkTo: LinkTo;
  pageLog: Pick<PageLog, 'note'>;
  /** @param originHeader the upgrade's `Origin`, if any */
  authenticate(token: string, originHeader: string | undefined, ip: string): Promise<Access>;
  widgetConfig(tenant: Tenant, locale: string): Promise<WidgetConfig>;
}

export interface SocketRequest {
  token: string;
  originHeader: string | undefined;
  ip: string;
  /** The last `seq` that the client has; null: live messages only. */
  since: number | null;
  /** Counts the connection. @throws {AppError} rate_limited */
  admit(): Promise<void>;
}

const TOKEN_GRACE_MS = 60_000;
const OPEN_WITHIN_MS = 15_000;
/** The time over which the clients of an overloaded node come back. */
const RETURN_WITHIN_MS = 5_000;
const MAX_UNHANDLED_FRAMES = 200;
/** A client with more than this unsent reads too slowly for drafts. */
const MAX_UNSENT_FOR_DRAFTS = 64 * 1024;

/** Names of frames in the log of work that blocked the event loop. */
const FRAME_NAMES: Record<VisitorFrame['type'], string> = {
  msg: 'visitor frame msg',
  typing: 'visitor frame typing',
  ping: 'visitor frame ping',
  read: 'visitor frame read',
  escalate: 'visitor frame escalate',
  rate: 'visitor frame rate',
  sync: 'visitor frame sync',
  auth: 'visitor frame auth',
  contact: 'visitor frame contact',
  page: 'visitor frame page',
};
const UNKNOWN_FRAME = 'visitor frame, not valid';

const CLOSE_FOR_REFUSAL: Record<AccessRefusal, CloseCode> = {
  token_invalid: CLOSE.tokenInvalid,
  origin_mismatch: CLOSE.tokenInvalid,
  session_expired: CLOSE.sessionOver,
  tenant_suspended: CLOSE.suspended,
  origin_not_allowed: CLOSE.suspended,
  visitor_blocked: CLOSE.suspended,
};

export class WidgetSocket {
  readonly #ws: WebSocket;
  readonly #gather: () => void;
  readonly #services: WidgetSocketServices;
  readonly #originHeader: string | undefined;
  readonly #ip: string;
  readonly #budget: FrameBudget;
  #visitor: VisitorSession | null = null;
  #reader: ConversationReader | null = null;
  #isClosed = false;
  /** Claims of the last valid token that the client has sent. */
  #claims: VisitorClaims | null = null;
  /** The deadline for opening, and once open the token's expiry with its grace. */
  #overAt: number;
  /** Frames are handled one after another, in the order they came. */
  #chain: Promise<void>;
  #unhandled = 0;

  constructor(
    ws: WebSocket,
    connection: Duplex,
    request: SocketRequest,
    services: WidgetSocketServices,
    onOpen: (visitor: VisitorSession) => void,
  ) {
    this.#ws = ws;
    this.#gather = gatherWrites(connection);
    this.#services = services;
    this.#originHeader = request.originHeader;
    this.#ip = request.ip;
    this.#budget = new FrameBudget(services.limits, services.clock());
    this.#overAt = services.clock() + OPEN_WITHIN_MS;
    services.upkeep.add(ws, () => this.#closeOverloaded());
    ws.pause(); // nothing is read before the token is checked
    ws.on('ping', () => this.#receiveControl());
    ws.on('pong', () => this.#receiveControl());
    ws.on('close', () => this.#dispose());
    ws.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    this.#chain = this.#open(request, onOpen).catch((error: unknown) => this.#fail(error));
  }

  close(code: CloseCode, reason = ''): void {
    this.#dispose();
    closeSocket(this.#ws, code, reason);
  }

  /** Null until the token is checked. */
  get sessionId(): string | null {
    return this.#visitor?.sessionId ?? null;
  }

  /** The page learns that the chat is not available, and nothing else. */
  closeBlocked(): void {
    this.send(errorFrame('visitor_blocked'));
    this.close(CLOSE.suspended, 'visitor_blocked');
  }

  send(frame: ServerFrame): void {
    if (!this.#isOpen()) return;
    this.#gather();
    this.#ws.send(JSON.stringify(frame));
    this.#services.upkeep.noteWrite(this.#ws);
  }

  async #open(request: SocketRequest, onOpen: (visitor: VisitorSession) => void): Promise<void> {
    const { hub, queuePositions, store, replayTurns, widgetConfig, clock } = this.#services;
    await request.admit();
    const { token, originHeader, ip } = request;
    const access = await this.#services.authenticate(token, originHeader, ip);
    if (!access.ok && access.refusal === 'visitor_blocked') return this.closeBlocked();
    if (!access.ok) return this.close(CLOSE_FOR_REFUSAL[access.refusal], access.refusal);
    if (!this.#isOpen()) return;
    const { session: visitor, tenant, tokenExpiresAtMs } = access;
    this.#claims = access.claims;
    this.#visitor = visitor;
    this.#reader = new ConversationReader({
      visitor,
      hub,
      queuePositions,
      store,
      source: this,
      inTurn: replayTurns,
      draftOf: this.#services.draftOf,
      linkTo: this.#services.linkTo,
      send: (frame) => this.send(frame),
      keepsUp: () => this.#ws.bufferedAmount <= MAX_UNSENT_FOR_DRAFTS,
      onSessionOver: () => this.close(CLOSE.sessionOver, 'session_expired'),
      onTakenOver: (tokenVersion) => this.#closeIfTakenOver(tokenVersion),
      onBlocked: () => this.closeBlocked(),
      onError: (error) => this.#fail(error),
    });
    onOpen(visitor);
    this.#overAt = tokenExpiresAtMs + TOKEN_GRACE_MS;
    await this.#reader.open({
      config: widgetConfig(tenant, visitor.locale),
      since: request.since,
      tokenExpiresAtMs,
      clock,
    });
    if (this.#isOpen()) this.#ws.resume();
  }

  #isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  #receiveControl(): void {
    if (!this.#isOpen()) return this.#ws.pause();
    const outcome = this.#budget.takeAny(this.#services.clock());
    if (outcome.kind === 'refuse' && outcome.isFlood) this.close(CLOSE.flood, 'too many frames');
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.#isOpen()) return this.#ws.pause(); // closing: further frames are not read
    if (isBinary) return this.close(CLOSE.unsupportedData, 'text frames only');
    const outcome = this.#budget.takeAny(this.#services.clock());
    const { running } = this.#services;
    const work = running.begin(UNKNOWN_FRAME);
    const guarded = guardFrame(data.toString('utf8'));
    if (guarded.ok) work.name = FRAME_NAMES[guarded.frame.type];
    if (outcome.kind === 'refuse') {
      running.end(work);
      return this.#refuse(outcome, clientMsgIdOf(guarded));
    }
    if (++this.#unhandled > MAX_UNHANDLED_FRAMES) {
      running.end(work);
      return this.close(CLOSE.flood, 'too many frames');
    }
    this.#chain = this.#chain
      .then(() => this.#handle(guarded))
      .catch((error: unknown) => this.#fail(error, messageIdOf(guarded)))
      .finally(() => {
        running.end(work);
        this.#unhandled--;
      });
  }

  async #handle(guarded: GuardedFrame): Promise<void> {
    const visitor = this.#visitor;
    if (!visitor || this.#isClosed) return;
    if (!guarded.ok) return this.#refuseFrame(guarded);
    const { frame } = guarded;
    if (!this.#mayPass(visitor, frame)) return;
    switch (frame.type) {
      case 'msg':
        return this.#submit(
          visitor,
          {
            type: 'visitor-message',
            clientMsgId: frame.client_msg_id,
            content: frame.content,
            ...(frame.attachments && {
              attachments: { uploader: uploaders.visitor, uploadIds: frame.attachments },
            }),
          },
          frame.client_msg_id,
        );
      case 'read':
        return this.#submit(visitor, { type: 'read', by: 'visitor', seq: frame.seq });
      case 'escalate':
        return this.#submit(visitor, {
          type: 'escalate',
          by: 'visitor',
          reason: 'user_requested',
          ownerEpoch: null,
        });
      case 'rate':
        return this.#submit(visitor, rateCommand(frame), undefined, { type: 'rated' });
      case 'typing':
        return this.#tellTyping(visitor, frame.state);
      case 'ping':
        return this.send({ type: 'pong' });
      case 'sync':
        return this.#sync(visitor, frame.since);
      case 'auth':
        return this.#renew(visitor, frame.token);
      case 'contact':
        return this.#leaveContact(visitor, frame.email);
      case 'page':
        return this.#services.pageLog.note(visitor, frame);
      default:
        frame satisfies never;
    }
  }

  #mayPass({ sessionId }: VisitorSession, frame: VisitorFrame): boolean {
    const now = this.#services.clock();
    const session = this.#services.sessionBudgets.of(sessionId, now);
    const outcome = this.#budget.take(frame, session, now);
    if (outcome.kind === 'refuse') this.#refuse(outcome, clientMsgIdOf({ ok: true, frame }));
    return outcome.kind === 'pass';
  }

  #refuse({ retryAfterMs, isFlood }: Refusal, clientMsgId: string | undefined): void {
    this.send(errorFrame('rate_limited', { clientMsgId, retryAfterMs }));
    if (isFlood) this.close(CLOSE.flood, 'too many frames');
  }

  #refuseFrame(refused: Extract<GuardedFrame, { ok: false }>): void {
    this.send(errorFrame(refused.code, refused));
    if (refused.isBad && this.#budget.noteBad()) {
      this.close(CLOSE.policy, 'too many invalid frames');
    }
  }

  /** @param answer sent once the command is committed, if there is no `clientMsgId` to acknowledge */
  async #submit(
    visitor: VisitorSession,
    command: Command,
    clientMsgId?: string,
    answer?: ServerFrame,
  ): Promise<void> {
    const tenant = await this.#services.directory.find(visitor.tenantId);
    if (tenant?.status !== 'active') return this.close(CLOSE.suspended, 'tenant_suspended');
    const surroundings = await this.#services.surroundingsOf(tenant, visitor.locale);
    // Not awaited: the journal keeps the order, and many messages may be in flight.
    this.#services.journal
      .submit({
        session: visitor,
        command,
        surroundings,
        source: this,
        onCommitted: (committed) => {
          if (answer) this.send(answer);
          else this.#acknowledge(committed, clientMsgId);
        },
      })
      .catch((error: unknown) => this.#fail(error, clientMsgId));
  }

  #acknowledge({ message, isDuplicate }: Committed, clientMsgId: string | undefined): void {
    if (!message || clientMsgId === undefined) return;
    this.send(ackFrame(message, clientMsgId, isDuplicate, this.#services.linkTo));
    if (!isDuplicate) this.#reader?.skip(message.seq);
  }

  #tellTyping(visitor: VisitorSession, state: 'start' | 'stop'): void {
    const conversationId = this.#reader?.conversationId;
    if (!conversationId) return;
    this.#services.hub.publish({
      kind: 'typing',
      tenantId: visitor.tenantId,
      sessionId: visitor.sessionId,
      conversationId,
      sender: { kind: 'visitor' },
      state,
      source: this,
    });
  }

  /** Not awaited: a sync that arrives while this one runs is refused instead of waiting. */
  #sync({ sessionId }: VisitorSession, since: number): void {
    const { sessionBudgets, clock } = this.#services;
    Promise.resolve(this.#reader?.sync(since))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => sessionBudgets.of(sessionId, clock()).endSync());
  }

  async #leaveContact(visitor: VisitorSession, email: string): Promise<void> {
    const tenant = await this.#services.directory.find(visitor.tenantId);
    if (tenant?.status !== 'active') return this.close(CLOSE.suspended, 'tenant_suspended');
    await this.#services.leaveContact(visitor, tenant, email);
    this.send({ type: 'contact_ok' });
  }

  async #renew(visitor: VisitorSession, token: string): Promise<void> {
    const access = await this.#services.authenticate(token, this.#originHeader, this.#ip);
    if (!access.ok && access.refusal === 'visitor_blocked') return this.closeBlocked();
    if (!access.ok || access.session.sessionId !== visitor.sessionId) {
      return this.send(errorFrame('token_invalid'));
    }
    this.#claims = access.claims;
    this.#visitor = access.session;
    this.#overAt = access.tokenExpiresAtMs + TOKEN_GRACE_MS;
    this.send({ type: 'auth_ok', token_expires_at: iso(access.tokenExpiresAtMs) });
  }

  /** Closes the socket if its token has ended: a mailed link was followed, which gave a newer one. */
  #closeIfTakenOver(tokenVersion: number): void {
    const isEnded = (this.#visitor?.tokenVersion ?? tokenVersion) < tokenVersion;
    if (isEnded) this.close(CLOSE.sessionOver, 'session_expired');
  }

  /** Compares with the clock, because a timer does not count the time that the process slept. */
  closeIfOver(now: number): void {
    if (now < this.#overAt) return;
    if (this.#visitor) this.close(CLOSE.tokenInvalid, 'token_invalid');
    else this.#closeOverloaded();
  }

  #closeOverloaded(): void {
    this.close(CLOSE.overloaded, retryIn(RETURN_WITHIN_MS));
  }

  /** @param refusalOf the tenant's refusal of a token, by its current settings */
  closeIfRefused(refusalOf: (claims: VisitorClaims) => AccessRefusal | null): void {
    const refusal = this.#claims && refusalOf(this.#claims);
    if (refusal) this.close(CLOSE_FOR_REFUSAL[refusal], refusal);
  }

  #fail(error: unknown, clientMsgId?: string): void {
    const refusal = error instanceof AppError ? error.code : null;
    if (refusal === 'session_expired' || refusal === 'not_found') {
      return this.close(CLOSE.sessionOver, 'session_expired');
    }
    if (refusal === 'visitor_blocked') return this.closeBlocked();
    if (refusal === 'rate_limited' && !this.#reader) {
      return this.close(CLOSE.flood, 'too many connections');
    }
    if (refusal === null)
      this.#services.log.error(
        { event: 'widget_socket.frame_failed', err: error },
        'a visitor frame failed',
      );
    if (clientMsgId === undefined && !this.#reader?.hasWelcomed) return this.#closeOverloaded();
    this.send(failureFrame(error, clientMsgId));
    if (refusal === 'rate_limited' && this.#budget.noteRefused(this.#services.clock())) {
      this.close(CLOSE.flood, 'too many messages');
    }
  }

  #dispose(): void {
    this.#isClosed = true;
    this.#reader?.stop();
  }
}

function clientMsgIdOf(guarded: GuardedFrame): string | undefined {
  if (!guarded.ok) return guarded.clientMsgId;
  return guarded.frame.type === 'msg' ? guarded.frame.client_msg_id : undefined;
}

function messageIdOf(guarded: GuardedFrame): string | undefined {
  return guarded.ok && guarded.frame.type === 'msg' ? guarded.frame.client_msg_id : undefined;
}
