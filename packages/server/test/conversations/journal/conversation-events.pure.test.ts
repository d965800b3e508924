import type { EventMap, EventName } from '@chat-relay/receiver-sdk';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/conversations/rules/decision';
import { Play, type Place } from '../../support/conversation-play';
import { ann, asAdmin, asOperator, bob, cid, visitorSays } from '../../support/conversations';
import { fieldsOf, MESSAGE_FIELDS, TICKET_FIELDS } from '../../support/event-fields';

function bodyOf<E extends EventName>(change: Change, event: E): EventMap[E] {
  const found = change.events.find((candidate) => candidate.event === event);
  if (!found) throw new Error(`there is no ${event}`);
  return JSON.parse(JSON.stringify(found.body)) as EventMap[E];
}

const at = (play: Play): string => new Date(play.now).toISOString();

describe('every event', () => {
  const playAll = (): Play => {
    const play = new Play({}, { userId: 'u-1' }).goTo('ASSIGNED to Ann');
    play.change({ type: 'release', actor: asOperator(ann) });
    play.change({ type: 'claim', operator: bob });
    play.change({ type: 'resolve', actor: asOperator(bob) });
    play.change({ type: 'rate', score: 4, comment: 'Quick' });
    return play;
  };

  it('gives each of the ten events exactly the fields of PROTOCOL', () => {
    const events = playAll().changes.flatMap((change) => change.events);
    expect(new Set(events.map(({ event }) => event)).size).toBe(10);
    for (const { event, body } of events) {
      expect([event, Object.keys(body).toSorted()]).toEqual([event, fieldsOf(event)]);
    }
  });

  it('numbers the events of a conversation from 1, whatever their type', () => {
    const events = playAll().changes.flatMap((change) => change.events);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  });

  it('stores in an event’s columns what its body says', () => {
    for (const { body, ...row } of playAll().changes.flatMap((change) => change.events)) {
      expect(body).toMatchObject({
        event: row.event,
        event_id: row.eventId,
        sequence: row.sequence,
        tenant_id: row.tenantId,
        conversation_id: row.conversationId,
        occurred_at: new Date(row.createdAt).toISOString(),
        visitor_session_id: 'vs_test',
        user_id: 'u-1',
        schema_version: '1',
      });
    }
  });

  it('makes and counts no events for a tenant without callbacks', () => {
    const play = new Play({ hasCallbacks: false }).goTo('RESOLVED');
    expect(play.changes.flatMap((change) => change.events)).toEqual([]);
    expect(play.state?.lastEventSequence).toBe(0);
  });
});

describe('conversation-started', () => {
  it('tells in conversation-started how the session was made', () => {
    const play = new Play({}, { mode: 'human', locale: 'de-CH' });
    expect(bodyOf(play.change(visitorSays('Hi')), 'conversation-started')).toMatchObject({
      mode: 'human',
      locale: 'de-CH',
      routing_key: 'paris',
      origin: 'https://shop.example',
      metadata: { page: '/cart' },
      started_at: at(play),
      user_id: null,
    });
  });
});

describe('message-received', () => {
  it.each<[Place, string, string, number]>([
    ['BOT', 'BOT', 'bot', 1],
    ['WAITING', 'WAITING', 'human', 2],
    ['ASSIGNED to Ann', 'ASSIGNED', 'human', 3],
    ['RESOLVED', 'BOT', 'bot', 5],
  ])(
    'reports a message when %s with status %s, owner %s and epoch %i',
    (place, status, owner, owner_epoch) => {
      const body = bodyOf(
        new Play().goTo(place).change(visitorSays('Hi', 'm-9')),
        'message-received',
      );
      expect(body).toMatchObject({ status, owner, owner_epoch });
    },
  );

  it('reports a message as it was stored', () => {
    const play = new Play();
    const change = play.change(visitorSays('Où est-ce ? 🙂', 'm-9'));
    const { message } = bodyOf(change, 'message-received');
    expect(Object.keys(message).toSorted()).toEqual(MESSAGE_FIELDS.toSorted());
    expect(message).toEqual({
      message_id: change.message?.messageId,
      client_msg_id: 'm-9',
      seq: 1,
      content: 'Où est-ce ? 🙂',
      created_at: at(play),
    });
  });
});

describe('the ticket in its events', () => {
  it('keeps a ticket’s id through OPEN, ASSIGNED, OPEN, ASSIGNED and RESOLVED', () => {
    const play = new Play().goTo('BOT');
    const created = bodyOf(
      play.change({ type: 'escalate', by: 'bot', reason: 'low_confidence', ownerEpoch: 1 }),
      'ticket-created',
    ).ticket;
    expect(Object.keys(created).toSorted()).toEqual(TICKET_FIELDS.toSorted());
    expect(created).toEqual({
      ticket_id: created.ticket_id,
      status: 'OPEN',
      escalation_reason: 'low_confidence',
      operator_id: null,
      operator_display_name: null,
      created_at: at(play),
      assigned_at: null,
      resolved_at: null,
    });

    const assigned = bodyOf(play.change({ type: 'claim', operator: ann }), 'ticket-assigned');
    const taken = { status: 'ASSIGNED', operator_id: ann.operatorId, operator_display_name: 'Ann' };
    expect(assigned.ticket).toEqual({ ...created, ...taken, assigned_at: at(play) });

    const { state } = play.change({ type: 'release', actor: asOperator(ann) });
    expect(state.ticket).toMatchObject({ status: 'OPEN', operatorId: null, assignedAt: null });

    play.change({ type: 'claim', operator: bob });
    const assignedAt = at(play);
    const resolved = bodyOf(
      play.change({ type: 'resolve', actor: asOperator(bob) }),
      'ticket-resolved',
    );
    expect(resolved.ticket).toEqual({
      ...created,
      status: 'RESOLVED',
      operator_id: bob.operatorId,
      operator_display_name: 'Bob',
      assigned_at: assignedAt,
      resolved_at: at(play),
    });
  });

  it('names the new operator in the ticket after a transfer', () => {
    const play = new Play().goTo('ASSIGNED to Ann');
    const change = play.change({ type: 'transfer', actor: asOperator(ann), to: cid });
    expect(bodyOf(change, 'ticket-assigned').ticket).toMatchObject({
      operator_id: cid.operatorId,
      operator_display_name: 'Cid',
    });
  });

  it('opens a new ticket when a resolved conversation goes back to the queue', () => {
    const play = new Play({}, { mode: 'human' }).goTo('RESOLVED');
    const first = play.state?.ticket?.ticketId;
    const { ticket } = bodyOf(play.change(visitorSays('Again')), 'ticket-created');
    expect(ticket).toMatchObject({ status: 'OPEN', escalation_reason: 'direct' });
    expect(ticket.ticket_id).not.toBe(first);
  });

  it('leaves the ticket closed when a resolved conversation is claimed', () => {
    const play = new Play().goTo('RESOLVED');
    expect(play.change({ type: 'claim', operator: ann }).state.ticket?.status).toBe('RESOLVED');
    const { events } = play.change({ type: 'resolve', actor: asOperator(ann) });
    expect(events.map(({ event }) => event)).toEqual(['agent-resolved']);
  });
});

describe('the agent events', () => {
  it('reports each step of a takeover in the agent events', () => {
    const play = new Play().goTo('WAITING');
    const assigned = play.change({ type: 'claim', operator: ann });
    const claimed_at = at(play);
    const common = { operator_id: ann.operatorId, escalation_reason: 'user_requested' };
    expect(bodyOf(assigned, 'agent-assigned')).toMatchObject({
      ...common,
      status: 'ASSIGNED',
      operator_display_name: 'Ann',
      claim_count: 1,
      claimed_at,
      released_at: null,
      resolved_at: null,
    });

    const released = play.change({ type: 'release', actor: asOperator(ann) });
    expect(bodyOf(released, 'agent-released')).toMatchObject({
      ...common,
      status: 'WAITING',
      claim_count: 1,
      claimed_at,
      released_at: at(play),
      resolved_at: null,
    });

    play.change({ type: 'claim', operator: ann });
    const claimedAgainAt = at(play);
    const resolved = play.change({ type: 'resolve', actor: asOperator(ann) });
    expect(bodyOf(resolved, 'agent-resolved')).toMatchObject({
      ...common,
      status: 'RESOLVED',
      claim_count: 2,
      claimed_at: claimedAgainAt,
      released_at: null,
      resolved_at: at(play),
    });
  });

  it('gives no reason when the conversation was taken from the bot', () => {
    const change = new Play().goTo('BOT').change({ type: 'claim', operator: ann });
    expect(bodyOf(change, 'agent-assigned').escalation_reason).toBeNull();
  });

  it('names in agent events the operator who acted, not the assignee', () => {
    const admin = asAdmin(ann);
    const release = new Play().goTo('ASSIGNED to Bob').change({ type: 'release', actor: admin });
    expect(bodyOf(release, 'agent-released').operator_id).toBe(ann.operatorId);
    const resolve = new Play().goTo('ASSIGNED to Bob').change({ type: 'resolve', actor: admin });
    expect(bodyOf(resolve, 'agent-resolved').operator_id).toBe(ann.operatorId);
    expect(resolve.state.operator).toBeNull();
  });
});
