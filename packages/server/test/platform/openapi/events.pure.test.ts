import { EVENT_NAMES, type EventName } from '@chat-relay/receiver-sdk';
import { describe, expect, it } from 'vitest';
import { createEvent, type EventSubject } from '../../../src/callbacks/events/events';
import { EVENT_BODIES } from '../../../src/platform/openapi/events';
import { newId, newObjectId } from '../../../src/platform/ids';

const now = Date.now();
const operator = { operatorId: newId(), displayName: 'Camille' };

const subject: EventSubject = {
  session: {
    tenantId: newId(),
    sessionId: `vs_${'a'.repeat(43)}`,
    userId: null,
    mode: 'bot',
    locale: 'fr',
    routingKey: null,
    origin: 'https://shop.example',
    metadata: '{"page":"/cart"}',
  },
  conversation: {
    conversationId: newObjectId(now),
    status: 'ASSIGNED',
    ownerEpoch: 3,
    escalationReason: 'low_confidence',
    claimCount: 1,
    startedAt: now,
    claimedAt: now,
    releasedAt: null,
    resolvedAt: null,
    ticket: {
      ticketId: newId(),
      status: 'ASSIGNED',
      escalationReason: 'low_confidence',
      operatorId: operator.operatorId,
      operatorDisplayName: operator.displayName,
      createdAt: now,
      assignedAt: now,
      resolvedAt: null,
    },
  },
};

const bodyOf = (event: EventName): object =>
  createEvent(
    event,
    subject,
    {
      at: now,
      operator,
      rating: {
        score: 4,
        comment: 'Quick',
        operatorId: operator.operatorId,
        resolvedBy: 'agent',
        ratedAt: now,
      },
      replaces: newId(),
      message: {
        messageId: newId(),
        clientMsgId: 'm1',
        seq: 1,
        content: 'Bonjour',
        createdAt: now,
      },
    },
    { eventId: newId(), sequence: 1 },
  ).body;

describe('the documented callbacks', () => {
  it.each(EVENT_NAMES)('documents %s as it is sent', (event) => {
    const { error } = EVENT_BODIES[event].validate(bodyOf(event), { convert: false });
    expect(error?.message).toBeUndefined();
  });

  it.each(EVENT_NAMES)('documents each field of %s', (event) => {
    const sent = new Set([...Object.keys(bodyOf(event)), 'replay_of']);
    expect(new Set(Object.keys(EVENT_BODIES[event].describe()['keys'] as object))).toEqual(sent);
  });

  it("names the operator in agent-assigned, and in no other agent's event", () => {
    const named = bodyOf('agent-assigned');
    expect(
      EVENT_BODIES['agent-released'].validate({ ...named, event: 'agent-released' }).error,
    ).toMatchObject({
      details: [{ type: 'object.unknown', path: ['operator_display_name'] }],
    });
  });
});
