import { randomBytes } from 'node:crypto';
import { createEvent, type OutboxEvent } from '../../../server/src/callbacks/events/events';
import { CALLBACK_EVENTS, CALLBACK_LANES } from '../../../server/src/callbacks/events/model';
import { createOutbox, eventRow, queueWrites } from '../../../server/src/callbacks/outbox/outbox';
import { MESSAGES, messageRow } from '../../../server/src/conversations/journal/model';
import type { SessionKey } from '../../../server/src/visitors/session';
import type { Message } from '../../../server/src/conversations/rules/state';
import { newId, newObjectId } from '../../../server/src/platform/ids';
import type { Database, Tx } from '../../../server/src/platform/storage/database';
import { modelOf } from '../../../server/src/platform/storage/models';
import { insertRows } from '../../../server/src/platform/storage/sql';
import { runWrites } from '../../../server/src/platform/storage/writes';
import { quietLog } from '../../../server/test/support/database';

/** One message as the journal writes it: its row, its event and that event's place in the lane. */
export interface Written {
  session: SessionKey;
  message: Message;
  event: OutboxEvent;
}

const CONTENT = 'How long does the delivery to Lyon take, and what does it cost? '.repeat(2);

/** Makes messages of `visitors` visitors in turn, without end. */
export function createMessages(tenantId: string, visitors: number): (count: number) => Written[] {
  const conversations = Array.from({ length: visitors }, () => ({
    sessionId: `vs_${randomBytes(32).toString('base64url')}`,
    conversationId: newObjectId(Date.now()),
  }));
  let made = 0;
  const next = (): Written => {
    const seq = 1 + Math.floor(made / visitors);
    const conversation = conversations[made++ % visitors];
    if (!conversation) throw new TypeError('there are no conversations');
    const message: Message = {
      messageId: newId(),
      seq,
      sender: 'visitor',
      senderName: null,
      dedupeKey: `bench-${seq}|visitor`,
      content: CONTENT,
      createdAt: Date.now(),
      sources: [],
    };
    const event = createEvent(
      'message-received',
      {
        session: { ...SESSION, tenantId, sessionId: conversation.sessionId },
        conversation: { ...CONVERSATION, conversationId: conversation.conversationId },
      },
      { at: message.createdAt, message: { ...message, clientMsgId: `bench-${seq}` } },
      { eventId: newId(), sequence: seq },
    );
    return { session: { tenantId, sessionId: conversation.sessionId }, message, event };
  };
  return (count) => Array.from({ length: count }, next);
}

/** Writes all messages with three statements. */
export async function writeByStatements(tx: Tx, written: readonly Written[]): Promise<void> {
  await insertRows(
    tx,
    MESSAGES,
    written.map(({ session, message }) => messageRow(session, message)),
  );
  const outbox = createOutbox(quietLog);
  const rows = outbox.collect(written.map(({ event }) => event));
  await runWrites(tx, queueWrites(rows, tx.dialect));
}

/** Writes each row with a statement of Sequelize's models, as a server without a journal would. */
export function createWriteByModels(database: Database) {
  const messages = modelOf(database, MESSAGES);
  const events = modelOf(database, CALLBACK_EVENTS);
  const lanes = modelOf(database, CALLBACK_LANES);
  return async (tx: Tx, written: readonly Written[]): Promise<void> => {
    const transaction = await tx.forModels();
    for (const { session, message, event } of written) {
      const row = messageRow(session, message);
      const { tenant_id, session_id, dedupe_key } = row;
      const earlier = { tenant_id, session_id, dedupe_key };
      if (await messages.findOne({ where: earlier, transaction })) continue;
      await messages.create(row, { transaction });
      const lane = { tenant_id: event.tenantId, conversation_id: event.conversationId };
      await events.create(
        {
          ...eventRow(event),
          outcome: null,
          due_at: null,
          failing_since: null,
          replay_of: null,
          settled_at: null,
        },
        { transaction },
      );
      await lanes.upsert(
        {
          ...lane,
          head: 1,
          tail: event.sequence,
          due_at: event.createdAt,
          head_due_at: event.createdAt,
          side_due_at: null,
          lease_owner: null,
        },
        { transaction },
      );
    }
  };
}

const SESSION = {
  userId: null,
  mode: 'bot',
  locale: 'fr',
  routingKey: null,
  origin: 'https://shop.example',
  metadata: '{}',
} as const;
const CONVERSATION = {
  status: 'WAITING',
  ownerEpoch: 1,
  escalationReason: 'direct',
  claimCount: 0,
  startedAt: 0,
  claimedAt: null,
  releasedAt: null,
  resolvedAt: null,
  ticket: null,
} as const;
