import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import { describe, expect, it } from 'vitest';
import {
  check,
  PROMISES,
  type CheckInput,
  type Promised,
} from '../../../lab/bench/torture/checker';

/** A small run in which every promise was kept. */
function keptRun(): CheckInput {
  const messages = [1, 2].map((seq) => ({
    sessionId: 'vs_1',
    seq,
    messageId: `id-${seq}`,
    sender: 'visitor',
    dedupeKey: `m${seq}|visitor`,
    content: `text ${seq}`,
  }));
  const events = [1, 2, 3].map((sequence) => {
    const body = Buffer.from(JSON.stringify({ sequence, claim_count: 1, operator_id: 'op-1' }));
    return {
      conversationId: 'c1',
      sequence,
      eventId: `e${sequence}`,
      event: sequence === 3 ? 'agent-assigned' : 'message-received',
      bodySha256: sha256Hex(body),
      body,
      state: 'delivered',
    };
  });
  return {
    history: {
      acks: messages.map(({ sessionId, seq, messageId, content }) => ({
        sessionId,
        dedupeKey: `m${seq}|visitor`,
        messageId,
        seq,
        content,
      })),
      shown: messages.map(({ sessionId, seq, messageId }) => ({ sessionId, seq, messageId })),
      claims: [{ conversationId: 'c1', operatorId: 'op-1', claimCount: 1 }],
      arrivals: events.map(({ conversationId, sequence, eventId, bodySha256 }) => ({
        conversationId,
        sequence,
        eventId,
        bodySha256,
      })),
      refusals: [],
      surprises: [],
    },
    stored: {
      messages,
      events,
      conversations: [{ sessionId: 'vs_1', conversationId: 'c1', lastSeq: 2 }],
    },
    rest: new Map([
      [
        'vs_1',
        messages.map(({ seq, messageId, content }) => ({
          seq,
          message_id: messageId,
          content,
          sender: { kind: 'visitor' },
        })),
      ],
    ]),
    positions: new Map([['vs_1', 2]]),
  };
}

/** Each promise, broken in one way that a relay could break it. */
const BREAKS: Record<Promised, (run: CheckInput) => void> = {
  'acked, and lost': ({ history }) => {
    history.acks.push({ ...history.acks[0]!, dedupeKey: 'm3|visitor', seq: 3 });
  },
  'acked with another seq or message_id than stored': ({ history }) => {
    history.acks[0]!.messageId = 'another';
  },
  'shown, and lost or changed': ({ history }) => {
    history.shown[0]!.messageId = 'another';
  },
  'never shown to its page': ({ positions }) => {
    positions.set('vs_1', 1);
  },
  'client_msg_id doubled': ({ stored }) => {
    stored.messages[1]!.content = stored.messages[0]!.content;
  },
  'gaps in seq': ({ stored }) => {
    stored.messages[1]!.seq = 3;
  },
  'REST differs from the rows': ({ rest }) => {
    rest.get('vs_1')!.pop();
  },
  'gaps in event sequence': ({ stored }) => {
    stored.events[2]!.sequence = 4;
  },
  'events never delivered': ({ history }) => {
    history.arrivals.pop();
  },
  'events out of order': ({ history }) => {
    history.arrivals.reverse();
  },
  'events changed between attempts': ({ history }) => {
    history.arrivals.push({ ...history.arrivals[2]!, bodySha256: 'another' });
  },
  'double claims': ({ history }) => {
    history.claims.push({ conversationId: 'c1', operatorId: 'op-2', claimCount: 1 });
  },
  surprises: ({ history }) => {
    history.surprises.push('a visitor was closed with 1011');
  },
};

describe('the checker of crash runs', () => {
  it('finds nothing where every promise was kept', () => {
    expect(check(keptRun())).toMatchObject({ isKept: true, examples: [] });
  });

  it('counts an event that comes again as a repeat', () => {
    const run = keptRun();
    run.history.arrivals.push({ ...run.history.arrivals[2]! });
    expect(check(run).isKept).toBe(true);
  });

  it.each(PROMISES)('counts a broken promise: %s', (promise) => {
    const run = keptRun();
    BREAKS[promise](run);
    const { broken, isKept } = check(run);
    expect(broken[promise]).toBeGreaterThan(0);
    expect(isKept).toBe(false);
  });
});
