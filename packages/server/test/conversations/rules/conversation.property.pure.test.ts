import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor, Command, Surroundings } from '../../../src/conversations/rules/commands';
import type { Change, Decision } from '../../../src/conversations/rules/decision';
import type { ConversationState } from '../../../src/conversations/rules/state';
import { Play } from '../../support/conversation-play';
import { ann, bob, cid, voiceIn } from '../../support/conversations';
import { fieldsOf } from '../../support/event-fields';

type Step = { command: (epoch: number) => Command; around: Partial<Surroundings> };

const operator = fc.constantFrom(ann, bob, cid);
const actor: fc.Arbitrary<Actor> = fc.record({
  operator: fc.option(operator),
  isAdmin: fc.boolean(),
});
const content = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const clientMsgId = fc.uuid();
/** Mostly the running epoch, sometimes an older one, a later one or none. */
const epochOffset = fc.constantFrom(0, 0, 0, -1, 1, null);
const reason = fc.constantFrom('user_requested', 'restricted_topic', 'low_confidence' as const);
const explanation = fc.record({ content, clientMsgId });

const command: fc.Arbitrary<(epoch: number) => Command> = fc.oneof(
  fc
    .record({ content, clientMsgId })
    .map((message) => () => ({ type: 'visitor-message' as const, ...message })),
  fc
    .record({ content, clientMsgId, offset: epochOffset })
    .map(({ offset, ...message }) => (epoch: number) => ({
      type: 'bot-message' as const,
      ...message,
      ownerEpoch: offset === null ? null : epoch + offset,
    })),
  fc
    .record({ actor, content, clientMsgId })
    .map((message) => () => ({ type: 'agent-message' as const, ...message })),
  fc
    .record({ by: fc.constantFrom('visitor', 'bot' as const), reason, offset: epochOffset })
    .map(({ offset, ...rest }) => (epoch: number) => ({
      type: 'escalate' as const,
      ...rest,
      ownerEpoch: offset === null ? null : epoch + offset,
    })),
  explanation.map((said) => (epoch: number) => ({
    type: 'escalate' as const,
    by: 'bot' as const,
    reason: 'restricted_topic' as const,
    ownerEpoch: epoch,
    explanation: said,
  })),
  operator.map((claimer) => () => ({ type: 'claim' as const, operator: claimer })),
  actor.map((who) => () => ({ type: 'release' as const, actor: who })),
  fc
    .record({ actor, to: operator })
    .map((transfer) => () => ({ type: 'transfer' as const, ...transfer })),
  fc
    .oneof(actor, fc.constant('bot' as const))
    .map((who) => () => ({ type: 'resolve' as const, actor: who })),
  fc
    .record({ by: fc.constantFrom('visitor', 'agent' as const), seq: fc.nat({ max: 60 }) })
    .map(({ by, seq }) => (): Command => {
      if (by === 'visitor') return { type: 'read', by, seq };
      return { type: 'read', by, seq, visitorSeqs: [] };
    }),
);

const step: fc.Arbitrary<Step> = fc.record({
  command,
  around: fc.record({
    hasBot: fc.constantFrom(true, true, true, false),
    isOperatorAvailable: fc.boolean(),
    voice: fc.constantFrom(voiceIn('fr'), voiceIn('ar')),
  }),
});

const story = fc.record({
  mode: fc.constantFrom('bot', 'bot', 'human' as const),
  hasCallbacks: fc.constantFrom(true, true, true, false),
  steps: fc.array(step, { minLength: 1, maxLength: 40 }),
});

interface Told {
  play: Play;
  moves: { before: ConversationState | null; command: Command; decision: Decision }[];
  changes: Change[];
}

function tell({
  mode,
  hasCallbacks,
  steps,
}: typeof story extends fc.Arbitrary<infer T> ? T : never): Told {
  const play = new Play({ hasCallbacks }, { mode });
  const states: (ConversationState | null)[] = [];
  const moves = steps.map(({ command: next, around }) => {
    Object.assign(play.surroundings, around);
    const before = structuredClone(play.state);
    states.push(before);
    const chosen = next(play.state?.ownerEpoch ?? 1);
    const asked = isAgentRead(chosen)
      ? asMadeIn(states.at(-1 - (chosen.seq % 4)) ?? null, chosen, visitorSeqs(play.changes))
      : chosen;
    return { before, command: asked, decision: play.do(asked) };
  });
  return { play, moves, changes: play.changes };
}

type AgentRead = Extract<Command, { type: 'read'; by: 'agent' }>;

function isAgentRead(asked: Command): asked is AgentRead {
  return asked.type === 'read' && asked.by === 'agent';
}

/** A read receipt as the inbox derives it from a state that may be some steps old. */
function asMadeIn(state: ConversationState | null, asked: AgentRead, all: number[]): AgentRead {
  const { agentReadSeq = 0, lastSeq = 0 } = state ?? {};
  const seq = Math.min(asked.seq, lastSeq);
  return { ...asked, seq, visitorSeqs: all.filter((one) => one > agentReadSeq && one <= seq) };
}

function visitorSeqs(changes: readonly Change[]): number[] {
  const messages = changes.flatMap((change) => change.messages);
  return messages.filter(({ sender }) => sender === 'visitor').map(({ seq }) => seq);
}

function holds(check: (told: Told) => void): void {
  fc.assert(
    fc.property(story, (plot) => check(tell(plot))),
    { numRuns: 300 },
  );
}

const eventsOf = (changes: Change[]) => changes.flatMap(({ events }) => events);
const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('whatever is asked of a conversation, in whatever order', () => {
  it('numbers messages from 1 without a gap', () => {
    holds(({ play, changes }) => {
      const seqs = changes.flatMap(({ messages }) => messages.map(({ seq }) => seq));
      expect(seqs).toEqual(range(play.state?.lastSeq ?? 0));
    });
  });

  it('numbers events from 1 without a gap', () => {
    holds(({ play, changes }) => {
      const sequences = eventsOf(changes).map(({ sequence }) => sequence);
      expect(sequences).toEqual(range(play.state?.lastEventSequence ?? 0));
      if (!play.surroundings.hasCallbacks) expect(sequences).toEqual([]);
    });
  });

  it('raises the epoch by one when the owner changes, and never otherwise', () => {
    holds(({ moves }) => {
      for (const { before, command: asked, decision } of moves) {
        if (!before || decision.kind !== 'change') continue;
        const { state } = decision;
        const isSameHands =
          state.status === before.status &&
          state.operator?.operatorId === before.operator?.operatorId;
        const growth = isSameHands || asked.type === 'transfer' ? 0 : 1;
        expect(state.ownerEpoch - before.ownerEpoch).toBe(growth);
      }
    });
  });

  it('leaves a conversation as it was after a refusal', () => {
    holds(({ moves }) => {
      moves.forEach(({ decision }, index) => {
        if (decision.kind === 'change') return;
        const { before } = moves[index] as Told['moves'][number];
        const after = moves[index + 1]?.before;
        if (after !== undefined) expect(after).toEqual(before);
        if (decision.kind === 'unchanged') expect(decision.state).toEqual(before);
      });
    });
  });

  it('never changes the state that a decision is given', () => {
    holds(({ moves }) => {
      // `before` is a copy from before the command; the change before it holds the original.
      let original: ConversationState | null = null;
      for (const { before, decision } of moves) {
        expect(original).toEqual(before);
        if (decision.kind === 'change') original = decision.state;
      }
    });
  });

  it('has an operator while ASSIGNED and at no other time', () => {
    holds(({ changes }) => {
      for (const { state } of changes) {
        expect(state.operator !== null).toBe(state.status === 'ASSIGNED');
      }
    });
  });

  it('has a time since when it waits while WAITING and at no other time', () => {
    holds(({ changes }) => {
      for (const { state } of changes) {
        expect(state.waitingSince !== null).toBe(state.status === 'WAITING');
        if (state.awaitingBotSince !== null) expect(state.status).toBe('BOT');
      }
    });
  });

  it('has one open ticket at most, whose status fits the conversation’s', () => {
    holds(({ changes }) => {
      const latest = new Map<string, string>();
      for (const { state } of changes) {
        const { ticket } = state;
        if (!ticket) continue;
        latest.set(ticket.ticketId, ticket.status);
        const open = [...latest.values()].filter((status) => status !== 'RESOLVED');
        expect(open.length).toBeLessThanOrEqual(1);
        if (ticket.status === 'OPEN') expect(state.status).toBe('WAITING');
        if (ticket.status === 'ASSIGNED') {
          expect(state.status).toBe('ASSIGNED');
          expect(ticket.operatorId).toBe(state.operator?.operatorId);
        }
        if (state.status === 'BOT' || state.status === 'RESOLVED') {
          expect(ticket.status).toBe('RESOLVED');
        }
      }
    });
  });

  it('counts in claim_count the agent-assigned events', () => {
    holds(({ play, changes }) => {
      if (!play.surroundings.hasCallbacks) return;
      const assigned = eventsOf(changes).filter(({ event }) => event === 'agent-assigned');
      expect(play.state?.claimCount ?? 0).toBe(assigned.length);
    });
  });

  it('accepts a bot only in BOT, with the current epoch or none', () => {
    holds(({ moves }) => {
      for (const { before, command: asked, decision } of moves) {
        if (asked.type !== 'bot-message') continue;
        const mayWrite =
          before?.status === 'BOT' &&
          (asked.ownerEpoch === null || asked.ownerEpoch === before.ownerEpoch);
        expect(decision).toMatchObject(
          mayWrite ? { kind: 'change' } : { kind: 'refusal', code: 'not_owner' },
        );
      }
    });
  });

  it('lets only the assignee or an admin act for the operators', () => {
    holds(({ moves }) => {
      for (const { before, command: asked, decision } of moves) {
        if (!('actor' in asked) || asked.actor === 'bot' || !before?.operator) continue;
        const { isAdmin, operator: who } = asked.actor;
        const isAllowed = isAdmin || who?.operatorId === before.operator.operatorId;
        expect(decision.kind === 'refusal').toBe(!isAllowed);
        if (!isAllowed) expect(decision).toMatchObject({ code: 'not_assignee' });
      }
    });
  });

  it('stores and reports each visitor message, with any owner of the conversation', () => {
    holds(({ play, moves }) => {
      for (const { command: asked, decision } of moves) {
        if (asked.type !== 'visitor-message') continue;
        if (decision.kind !== 'change') throw new Error(`a visitor message gave ${decision.kind}`);
        expect(decision.message).toMatchObject({ sender: 'visitor', content: asked.content });
        const reported = decision.events.filter(({ event }) => event === 'message-received');
        expect(reported).toHaveLength(play.surroundings.hasCallbacks ? 1 : 0);
      }
    });
  });

  it('moves read positions neither back nor beyond the last message', () => {
    holds(({ changes }) => {
      let [visitor, agent] = [0, 0];
      for (const { state } of changes) {
        expect(state.visitorReadSeq).toBeGreaterThanOrEqual(visitor);
        expect(state.agentReadSeq).toBeGreaterThanOrEqual(agent);
        [visitor, agent] = [state.visitorReadSeq, state.agentReadSeq];
        expect(Math.max(visitor, agent)).toBeLessThanOrEqual(state.lastSeq);
      }
    });
  });

  it('unread is the number of visitor messages after what operators read, also with reads at once', () => {
    holds(({ changes }) => {
      changes.forEach(({ state }, index) => {
        const seqs = visitorSeqs(changes.slice(0, index + 1));
        expect(state.unread).toBe(seqs.filter((seq) => seq > state.agentReadSeq).length);
      });
    });
  });

  it('makes events with PROTOCOL’s fields that survive JSON, and no agent event with BOT', () => {
    holds(({ changes }) => {
      for (const { event, body } of eventsOf(changes)) {
        const sent = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
        expect(sent).toEqual(body);
        expect(Object.keys(sent).toSorted()).toEqual(fieldsOf(event));
        if (event.startsWith('agent-')) expect(sent['status']).not.toBe('BOT');
      }
    });
  });
});
