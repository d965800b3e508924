import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listBatchParts } from '../../../src/app/batch-parts';
import { createOutbox } from '../../../src/callbacks/outbox/outbox';
import type { Command } from '../../../src/conversations/rules/commands';
import type { BatchPart } from '../../../src/conversations/journal/batch/batch-part';
import type { Journal, JournalOptions } from '../../../src/conversations/journal/journal';
import type { Committed, Submission } from '../../../src/conversations/journal/submission';
import { AppError } from '../../../src/platform/errors';
import { newId } from '../../../src/platform/ids';
import type { HeldSession, SessionKey } from '../../../src/visitors/session';
import type { Database } from '../../../src/platform/storage/database';
import {
  addVisitorSession,
  ann,
  asAdmin,
  asOperator,
  bob,
  surroundings,
  visitorSays,
} from '../../support/conversations';
import { openTestDatabase, quietLog } from '../../support/database';
import { openTestJournal } from '../../support/journal';

let database: Database;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ database, close } = await openTestDatabase());
});
afterEach(() => close());

const UNKNOWN: SessionKey = { tenantId: newId(), sessionId: 'vs_unknown' };

const outbox = createOutbox(quietLog);

/** Opens a journal. Two of them simulate two nodes: they share the database and no lock. */
function openJournal(options: Partial<Omit<JournalOptions, 'outbox'>> = {}): Journal {
  return openTestJournal({ database, outbox, ...options });
}

function submitTo(journal: Journal, session: Submission['session'], around = surroundings()) {
  return (command: Command) => journal.submit({ session, command, surroundings: around });
}

interface StoredMessage {
  seq: number;
  messageId: string;
  content: string;
}

const storedMessages = ({ sessionId }: SessionKey) =>
  database.read.rows<StoredMessage>(
    'SELECT seq, message_id AS messageId, content FROM messages WHERE session_id = ? ORDER BY seq',
    [sessionId],
  );

const storedEvents = async (tenantId: string) => {
  const rows = await database.read.rows<{ sequence: number; event: string; body: Buffer }>(
    'SELECT sequence, event, body FROM callback_events WHERE tenant_id = ? ORDER BY sequence',
    [tenantId],
  );
  return rows.map(({ body, ...row }) => ({ ...row, body: JSON.parse(body.toString()) as object }));
};

const storedLanes = (tenantId: string) =>
  database.read.rows<{ head: number; tail: number }>(
    'SELECT head, tail FROM callback_lanes WHERE tenant_id = ?',
    [tenantId],
  );

async function countRows(table: string): Promise<number> {
  const [row] = await database.read.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
  return row?.n ?? 0;
}

const range = (length: number) => Array.from({ length }, (_, index) => index + 1);
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'ok' : (result.reason as AppError).code;

describe('parallel senders in one session', () => {
  it('gives parallel senders in a session one order without gaps, and acks what is stored', async () => {
    const session = await addVisitorSession(database);
    const { tenantId } = session;
    const nodes = [openJournal(), openJournal()].map((node) => submitTo(node, session));
    const acked: Committed[] = [];
    await Promise.all(
      range(20).map(async (sender) => {
        const submit = nodes[sender % 2] as (typeof nodes)[number];
        for (const n of range(5)) acked.push(await submit(visitorSays(`${sender}:${n}`)));
      }),
    );

    const stored = await storedMessages(session);
    expect(stored.map(({ seq }) => seq)).toEqual(range(100));
    const bySeq = new Map(stored.map((row) => [row.seq, row]));
    for (const { message } of acked) {
      expect(bySeq.get(message?.seq ?? 0)).toEqual({
        seq: message?.seq,
        messageId: message?.messageId,
        content: message?.content,
      });
    }
    for (const sender of range(20)) {
      const own = stored.filter(({ content }) => content.startsWith(`${sender}:`));
      expect(own.map(({ content }) => content)).toEqual(range(5).map((n) => `${sender}:${n}`));
    }
    const events = await storedEvents(tenantId);
    expect(events.map(({ sequence }) => sequence)).toEqual(range(101));
    expect(await storedLanes(tenantId)).toEqual([{ head: 1, tail: 101 }]);
  });

  it('keeps parallel senders in many sessions apart', async () => {
    const sessions = await Promise.all(range(30).map(() => addVisitorSession(database)));
    const nodes = [openJournal(), openJournal()];
    await Promise.all(
      sessions.flatMap((session) =>
        range(6).map((n) =>
          submitTo(nodes[n % 2] as Journal, session)(visitorSays(`message ${n}`)),
        ),
      ),
    );
    for (const session of sessions) {
      expect((await storedMessages(session)).map(({ seq }) => seq)).toEqual(range(6));
    }
  });
});

describe('a client_msg_id', () => {
  it('stores a client_msg_id that comes ten times at once once, with equal acks and one event', async () => {
    const session = await addVisitorSession(database);
    const { tenantId } = session;
    const nodes = [openJournal(), openJournal()];
    const results = await Promise.all(
      range(10).map((n) => submitTo(nodes[n % 2] as Journal, session)(visitorSays('Hi', 'm-1'))),
    );

    const [stored, ...others] = await storedMessages(session);
    expect(others).toEqual([]);
    expect(results.filter(({ isDuplicate }) => isDuplicate)).toHaveLength(9);
    expect(new Set(results.map(({ message }) => JSON.stringify(message))).size).toBe(1);
    expect(results[0]?.message).toMatchObject({ seq: 1, messageId: stored?.messageId });
    const events = await storedEvents(tenantId);
    expect(events.map(({ event }) => event)).toEqual(['conversation-started', 'message-received']);
  });

  it('commits a batch whole in which a client_msg_id comes twice', async () => {
    const session = await addVisitorSession(database);
    let commits = 0;
    const counting: BatchPart = { collect: () => commits++, write: () => [] };
    const parts = [...listBatchParts(outbox), counting];
    const submit = submitTo(openJournal({ parts }), session);
    await Promise.all(['m-1', 'm-2', 'm-1'].map((id) => submit(visitorSays('Hi', id))));
    expect(commits).toBe(1);
    expect(await storedMessages(session)).toHaveLength(2);
  });

  it('stores the same text twice under two client_msg_ids', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    const said = await Promise.all(['m1', 'm2'].map((id) => submit(visitorSays('Yes', id))));
    expect(said.map(({ isDuplicate, message }) => [isDuplicate, message?.seq])).toEqual([
      [false, 1],
      [false, 2],
    ]);
    expect(await storedMessages(session)).toMatchObject([{ content: 'Yes' }, { content: 'Yes' }]);
  });

  it('recognises a client_msg_id after its conversation was resolved', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    const first = await submit(visitorSays('Hi', 'm-1'));
    await submit({ type: 'resolve', actor: 'bot' });
    const repeated = await submit(visitorSays('Hi', 'm-1'));
    expect(repeated).toMatchObject({ isDuplicate: true, change: null, message: first.message });
    expect(repeated.state?.status).toBe('RESOLVED');
  });

  it('refuses a known client_msg_id with other content, in the same batch too', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    const results = await Promise.allSettled([
      submit(visitorSays('one', 'm-1')),
      submit(visitorSays('two', 'm-1')),
    ]);
    expect(results.map(codeOf)).toEqual(['ok', 'client_msg_id_conflict']);
    await expect(submit(visitorSays('three', 'm-1'))).rejects.toMatchObject({
      code: 'client_msg_id_conflict',
    });
    expect((await storedMessages(session)).map(({ content }) => content)).toEqual(['one']);
  });

  it('recognises a client_msg_id with any text', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    const texts = [
      ' ',
      'ends in spaces  ',
      '\r\n\t',
      "'; DROP TABLE messages; --",
      '?',
      '🙂 e\u0301 ß İ \u202e \uffff',
      '😀'.repeat(4_000),
      ...fc.sample(fc.string({ minLength: 1, unit: 'binary' }), 100),
      // Texts with NUL are left out: frames and bodies that contain one are refused.
    ].filter((text) => !text.includes('\0'));
    const send = () =>
      Promise.all(texts.map((content, n) => submit(visitorSays(content, `m-${n}`))));
    await send();
    expect((await storedMessages(session)).map(({ content }) => content)).toEqual(texts);
    expect((await send()).every(({ isDuplicate }) => isDuplicate)).toBe(true);
  });

  it('distinguishes client_msg_ids by case', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    await submit(visitorSays('upper', 'A1'));
    expect(await submit(visitorSays('lower', 'a1'))).toMatchObject({ isDuplicate: false });
    expect(await storedMessages(session)).toHaveLength(2);
  });

  it('distinguishes client_msg_ids by a space at the end', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    await submit(visitorSays('without', 'a'));
    expect(await submit(visitorSays('with', 'a '))).toMatchObject({ isDuplicate: false });
    expect(await submit(visitorSays('with', 'a '))).toMatchObject({ isDuplicate: true });
    expect(await storedMessages(session)).toHaveLength(2);
  });

  it('lets each writer use the client_msg_ids of another', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    await submit(visitorSays('visitor', 'm-1'));
    await submit({ type: 'bot-message', content: 'bot', clientMsgId: 'm-1', ownerEpoch: null });
    await submit({ type: 'claim', operator: ann });
    const said = { type: 'agent-message', clientMsgId: 'm-1' } as const;
    await submit({ ...said, actor: asOperator(ann), content: 'Ann' });
    await submit({ ...said, actor: asAdmin(bob), content: 'Bob' });
    const contents = (await storedMessages(session)).map(({ content }) => content);
    expect(contents).toEqual(['visitor', 'bot', 'Ann has joined the conversation.', 'Ann', 'Bob']);
  });

  it('recognises a client_msg_id that an admin repeats', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    await submit(visitorSays('Hi'));
    await submit({ type: 'claim', operator: ann });
    const command: Command = {
      type: 'agent-message',
      actor: asAdmin(null),
      content: 'Hello',
      clientMsgId: 'm-1',
    };
    const first = await submit(command);
    expect(await submit(command)).toMatchObject({ isDuplicate: true, message: first.message });
  });
});

describe('a command that can’t be carried out', () => {
  const unknownZone = surroundings({
    hours: { timezone: 'Nowhere/Sea', weekly: [], holidays: [] },
  });
  const poisons: [string, (journal: Journal, session: SessionKey) => Promise<Committed>][] = [
    [
      'that throws while it is decided',
      (journal, session) =>
        submitTo(journal, session, { ...unknownZone, hasBot: false })(visitorSays('poison')),
    ],
    [
      'whose row the database refuses',
      (journal, session) => submitTo(journal, session)(visitorSays(null as never)),
    ],
  ];

  it.each(poisons)(
    'fails a command %s alone, and commits its neighbours in the batch',
    async (_name, poison) => {
      const journal = openJournal();
      const sessions = await Promise.all(range(3).map(() => addVisitorSession(database)));
      const [before, sick, after] = sessions as [HeldSession, HeldSession, HeldSession];
      const results = await Promise.allSettled([
        submitTo(journal, before)(visitorSays('before')),
        submitTo(journal, sick)(visitorSays('first')),
        poison(journal, sick),
        submitTo(journal, sick)(visitorSays('last')),
        submitTo(journal, after)(visitorSays('after')),
      ]);
      expect(results.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
      expect(await storedMessages(sick)).toMatchObject([
        { seq: 1, content: 'first' },
        { seq: 2, content: 'last' },
      ]);
      expect(await countRows('messages')).toBe(4);
      expect(await countRows('callback_events')).toBe(7);
    },
  );

  it('refuses a command of an unknown session, and no other in the batch', async () => {
    const session = await addVisitorSession(database);
    const journal = openJournal();
    const results = await Promise.allSettled([
      submitTo(journal, UNKNOWN)(visitorSays('Hi')),
      submitTo(journal, session)(visitorSays('Hi')),
    ]);
    expect(results.map(codeOf)).toEqual(['session_expired', 'ok']);
  });

  it('refuses commands beyond the queue as overloaded and answers the rest', async () => {
    const journal = openJournal();
    const results = await Promise.allSettled(
      range(20_002).map((n) =>
        submitTo(journal, { ...UNKNOWN, sessionId: `${UNKNOWN.sessionId}-${n}` })(
          visitorSays('Hi'),
        ),
      ),
    );
    const codes = results.map(codeOf);
    expect(codes.slice(-2)).toEqual(['overloaded', 'overloaded']);
    expect(new Set(codes.slice(0, -2))).toEqual(new Set(['session_expired']));
    await journal.drain();
    expect(journal.depth()).toBe(0);
  });
});

describe('twenty operators who claim one conversation', () => {
  it('lets one of twenty operators claim a conversation, and tells the others who', async () => {
    const session = await addVisitorSession(database, { mode: 'human' });
    const { tenantId } = session;
    const nodes = [openJournal(), openJournal()].map((node) => submitTo(node, session));
    await nodes[0]?.(visitorSays('Help'));
    const operators = range(20).map((n) => ({ operatorId: newId(), displayName: `Operator ${n}` }));
    const results = await Promise.allSettled(
      operators.map((operator, n) => {
        const submit = nodes[n % 2] as (typeof nodes)[number];
        return submit({ type: 'claim', operator });
      }),
    );

    const winners = results.flatMap((result, n) => (codeOf(result) === 'ok' ? [operators[n]] : []));
    expect(winners).toHaveLength(1);
    const losses = results.filter(({ status }) => status === 'rejected');
    expect(losses.map(codeOf)).toEqual(Array<string>(19).fill('conversation_already_claimed'));
    for (const loss of losses) {
      const { data } = (loss as PromiseRejectedResult).reason as AppError;
      expect(data).toEqual({
        operator_id: winners[0]?.operatorId,
        operator_display_name: winners[0]?.displayName,
        claimed_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      });
    }
    const events = await storedEvents(tenantId);
    expect(events.filter(({ event }) => event === 'agent-assigned')).toHaveLength(1);
    expect(events.filter(({ event }) => event === 'ticket-assigned')).toHaveLength(1);
  });
});

describe('a commit', () => {
  it('commits message, conversation, ticket, events and lane together', async () => {
    const session = await addVisitorSession(database, { mode: 'human' });
    const { tenantId } = session;
    const { state, message } = await submitTo(openJournal(), session)(visitorSays('Help', 'm-1'));

    expect(await storedMessages(session)).toMatchObject([{ seq: 1, content: 'Help' }, { seq: 2 }]);
    const [row] = await database.read.rows(
      `SELECT c.conversation_id, c.status, c.last_seq, c.last_event_sequence, t.status AS ticket
       FROM conversations c JOIN tickets t ON t.ticket_id = c.ticket_id WHERE c.session_id = ?`,
      [session.sessionId],
    );
    expect(row).toEqual({
      conversation_id: state?.conversationId,
      status: 'WAITING',
      last_seq: 2,
      last_event_sequence: 3,
      ticket: 'OPEN',
    });
    const events = await storedEvents(tenantId);
    expect(events.map(({ event }) => event)).toEqual([
      'conversation-started',
      'ticket-created',
      'message-received',
    ]);
    expect(events[2]?.body).toMatchObject({
      message: { message_id: message?.messageId, client_msg_id: 'm-1', seq: 1, content: 'Help' },
    });
    expect(await storedLanes(tenantId)).toEqual([{ head: 1, tail: 3 }]);
  });

  it("commits nothing when its events can't be stored", async () => {
    const session = await addVisitorSession(database, { mode: 'human' });
    const broken = { text: 'UPDATE callback_lanes SET head = NULL', params: [] };
    const failing: BatchPart = { collect: () => null, write: () => [broken] };
    const journal = openJournal({ parts: [...listBatchParts(outbox), failing] });
    await expect(submitTo(journal, session)(visitorSays('Help'))).rejects.toThrow(/null/i);
    for (const table of [
      'messages',
      'conversations',
      'tickets',
      'callback_events',
      'callback_lanes',
    ]) {
      expect([table, await countRows(table)]).toEqual([table, 0]);
    }
  });

  it('wakes the delivery after a commit only if it has events', async () => {
    const session = await addVisitorSession(database);
    let wakes = 0;
    const removeListener = outbox.onQueued(() => wakes++);
    const submit = submitTo(openJournal(), session);
    await submit(visitorSays('Hi'));
    expect(wakes).toBe(1);
    await submit({ type: 'read', by: 'visitor', seq: 1 });
    await submit({ type: 'bot-message', content: 'Hi', clientMsgId: 'b', ownerEpoch: null });
    removeListener();
    expect(wakes).toBe(1);
  });

  it('stores both the ticket that a batch resolves and the one that it opens', async () => {
    const session = await addVisitorSession(database, { mode: 'human' });
    const { tenantId } = session;
    const submit = submitTo(openJournal(), session);
    await Promise.all([
      submit(visitorSays('Help')),
      submit({ type: 'claim', operator: ann }),
      submit({ type: 'resolve', actor: asOperator(ann) }),
      submit(visitorSays('Once more')),
    ]);
    const tickets = await database.read.rows<{ status: string; latest: number }>(
      `SELECT t.status, t.ticket_id = c.ticket_id AS latest
       FROM tickets t JOIN conversations c ON c.conversation_id = t.conversation_id
       WHERE t.tenant_id = ? ORDER BY latest`,
      [tenantId],
    );
    expect(tickets).toEqual([
      { status: 'RESOLVED', latest: 0 },
      { status: 'OPEN', latest: 1 },
    ]);
  });

  it('reports a commit in the order of seq: to its sender, to all, then by the promise', async () => {
    const session = await addVisitorSession(database);
    const told: string[] = [];
    const journal = openJournal();
    journal.onCommitted(({ message }) => told.push(`all ${message?.seq}`));
    await Promise.all(
      range(300).map(async (n) => {
        const { message } = await journal.submit({
          session,
          command: visitorSays(`message ${n}`),
          surroundings: surroundings(),
          onCommitted: ({ message: own }) => told.push(`sender ${own?.seq}`),
        });
        told.push(`promise ${message?.seq}`);
      }),
    );
    const order = (who: string) => told.filter((line) => line.startsWith(who));
    for (const who of ['sender', 'all', 'promise']) {
      expect(order(who)).toEqual(range(300).map((seq) => `${who} ${seq}`));
    }
    for (const seq of range(300)) {
      expect(told.indexOf(`sender ${seq}`)).toBeLessThan(told.indexOf(`all ${seq}`));
      expect(told.indexOf(`all ${seq}`)).toBeLessThan(told.indexOf(`promise ${seq}`));
    }
  });
});

describe('a listener that throws after a commit', () => {
  it('finishes the other commands of a batch when a listener throws after the commit', async () => {
    const journal = openJournal();
    const broken = (): never => {
      throw new Error('broken');
    };
    const committed: (number | undefined)[] = [];
    journal.onCommitted(broken);
    journal.onCommitted(({ message }) => committed.push(message?.seq));
    const sessions = await Promise.all(range(3).map(() => addVisitorSession(database)));
    const answers = sessions.map((session) =>
      journal.submit({
        session,
        command: visitorSays('Hi'),
        surroundings: surroundings(),
        onCommitted: broken,
      }),
    );
    expect((await Promise.all(answers)).map(({ message }) => message?.seq)).toEqual([1, 1, 1]);
    expect(committed).toEqual([1, 1, 1]);
  });
});

describe('a session that is over', () => {
  it.each([
    ['expired', { expires_at: 1 }],
    ['ended', { ended_at: 1 }],
  ])('refuses the visitor and the bot in a session that has %s', async (_name, changes) => {
    const session = await addVisitorSession(database, changes);
    const submit = submitTo(openJournal(), session);
    const results = await Promise.allSettled([
      submit(visitorSays('Hi')),
      submit({ type: 'escalate', by: 'visitor', reason: 'user_requested', ownerEpoch: null }),
      submit({ type: 'bot-message', content: 'Hi', clientMsgId: 'b', ownerEpoch: null }),
      submit({ type: 'read', by: 'visitor', seq: 1 }),
    ]);
    expect(new Set(results.map(codeOf))).toEqual(new Set(['session_expired']));
    expect(await countRows('messages')).toBe(0);
  });

  it('refuses what a visitor’s token of an earlier version writes, but not what an operator does', async () => {
    const journal = openJournal();
    const session = await addVisitorSession(database, { token_version: 2 });
    for (const tokenVersion of [1, 3]) {
      const late = submitTo(journal, { ...session, tokenVersion })(visitorSays('late'));
      await expect(late).rejects.toMatchObject({ code: 'session_expired' });
    }
    await submitTo(journal, { ...session, tokenVersion: 2 })(visitorSays('in time'));
    await submitTo(journal, session)({ type: 'claim', operator: ann });
    const contents = (await storedMessages(session)).map(({ content }) => content);
    expect(contents[0]).toBe('in time');
    expect(contents).not.toContain('late');
  });

  it('lets operators write in and resolve a session that is over', async () => {
    const session = await addVisitorSession(database);
    const submit = submitTo(openJournal(), session);
    await submit(visitorSays('Hi'));
    await database.transaction((tx) =>
      tx.run('UPDATE visitor_sessions SET ended_at = 1 WHERE session_id = ?', [session.sessionId]),
    );
    await submit({ type: 'claim', operator: ann });
    const actor = asOperator(ann);
    await submit({ type: 'agent-message', actor, content: 'Bye', clientMsgId: 'a' });
    const { state } = await submit({ type: 'resolve', actor });
    expect(state?.status).toBe('RESOLVED');
  });
});
