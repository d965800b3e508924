import type { MessageReceived } from '@chat-relay/receiver-sdk';
import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import type { Tx } from '../../platform/storage/database';
import type { LaneKey } from './queued-event';

interface StoredBody {
  sequence: number;
  body: Buffer;
}

/**
 * Removes what a message says from its event and from the copies of it, sent or not. Their ids, places and states
 * stay: an event that is not delivered yet arrives in its turn, and says that its message was removed. An attempt
 * in flight can't be stopped.
 */
export async function blankMessageEvents(
  tx: Tx,
  { tenantId, conversationId }: LaneKey,
  { messageId, createdAt }: { messageId: string; createdAt: number },
): Promise<void> {
  const rows = await tx.rows<StoredBody>(
    `SELECT sequence, body FROM callback_events
     WHERE tenant_id = ? AND conversation_id = ? AND event = 'message-received' AND created_at >= ?`,
    [tenantId, conversationId, createdAt],
  );
  for (const { sequence, body } of rows) {
    const event = JSON.parse(body.toString('utf8')) as MessageReceived; // as it was written
    if (event.message.message_id !== messageId) continue;
    const blank = Buffer.from(JSON.stringify({ ...event, message: withoutContent(event.message) }));
    await tx.run(
      `UPDATE callback_events SET body = ?, body_sha256 = ?
       WHERE tenant_id = ? AND conversation_id = ? AND sequence = ?`,
      [blank, sha256Hex(blank), tenantId, conversationId, sequence],
    );
  }
}

function withoutContent({
  attachments: _files,
  ...message
}: MessageReceived['message']): MessageReceived['message'] {
  return { ...message, content: '', removed: true };
}
