import type { Command, Surroundings } from '../../src/conversations/rules/commands';
import { decide } from '../../src/conversations/rules/conversation';
import type { Change, Decision } from '../../src/conversations/rules/decision';
import type { ConversationState, SessionFacts } from '../../src/conversations/rules/state';
import { newId, newObjectId } from '../../src/platform/ids';
import { ann, asOperator, bob, surroundings, visitorSays } from './conversations';

export type Place = 'none' | 'BOT' | 'WAITING' | 'ASSIGNED to Ann' | 'ASSIGNED to Bob' | 'RESOLVED';

/** One conversation, played command by command without a database. A second passes at each. */
export class Play {
  readonly session: SessionFacts;
  surroundings: Surroundings;
  state: ConversationState | null = null;
  readonly changes: Change[] = [];
  now = Date.parse('2026-03-01T10:00:00Z');

  constructor(around: Partial<Surroundings> = {}, session: Partial<SessionFacts> = {}) {
    this.surroundings = surroundings(around);
    this.session = {
      sessionId: 'vs_test',
      tenantId: newId(),
      origin: 'https://shop.example',
      locale: 'en',
      mode: 'bot',
      routingKey: 'paris',
      metadata: '{"page":"/cart"}',
      userId: null,
      visitorName: null,
      visitorEmail: null,
      visitorAttributes: null,
      contactEmail: null,
      isContactProven: false,
      currentPage: null,
      expiresAt: this.now + 3_600_000,
      endedAt: null,
      tokenVersion: 1,
      isErased: false,
      ...session,
    };
  }

  do(command: Command): Decision {
    this.now += 1_000;
    const { now } = this;
    const decision = decide(
      { session: this.session, conversation: this.state, surroundings: this.surroundings },
      command,
      { now, newId, newObjectId: () => newObjectId(now), messagesPerDay: 2_000 },
    );
    if (decision.kind === 'change') {
      this.state = decision.state;
      this.changes.push(decision);
    }
    return decision;
  }

  /** The same, for a command that must change something. */
  change(command: Command): Change {
    const decision = this.do(command);
    if (decision.kind !== 'change') throw new Error(`${command.type} gave ${decision.kind}`);
    return decision;
  }

  /** Brings a new conversation to where a test begins; through a ticket, if it has been in the queue. */
  goTo(place: Place): this {
    if (place === 'none') return this;
    this.change(visitorSays('Hello'));
    if (place === 'BOT') return this;
    if (this.state?.status === 'BOT') {
      this.change({ type: 'escalate', by: 'visitor', reason: 'user_requested', ownerEpoch: null });
    }
    if (place === 'WAITING') return this;
    const operator = place === 'ASSIGNED to Bob' ? bob : ann;
    this.change({ type: 'claim', operator });
    if (place === 'RESOLVED') this.change({ type: 'resolve', actor: asOperator(operator) });
    return this;
  }
}
