import type { CallbackStream } from '../callbacks/delivery/delivery';
import type { AnswerStreams, AnswerStream } from '../conversations/live/answer-streams';
import { SECOND } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Tenant } from '../tenants/tenant';
import { MAX_ACTIONS, readLine } from './tenant-actions';
import { perform, type TenantBotOptions } from './tenant-bot';

export interface TenantStreamOptions extends TenantBotOptions {
  streams: Pick<AnswerStreams, 'open'>;
}

/** The used fields of `message-received`. They are not checked: the relay wrote the body. */
interface Question {
  owner: 'bot' | 'human';
  owner_epoch: number;
  visitor_session_id: string;
  message: { seq: number };
}

/**
 * Shows the lines of a tenant's answer to `message-received` while its backend writes them, and performs the
 * actions among them under the same fence as those of an answer in one piece. Nothing is said when the backend breaks
 * off: `reply_timeout_s` then hands over.
 */
export function createTenantStream(options: TenantStreamOptions): (one: CallbackStream) => void {
  const { api, directory, log, streams } = options;

  return (given) => {
    const { event, response } = given;
    const fields = { tenant_id: event.tenantId, event_id: event.eventId };
    start(given).catch((error: unknown) => {
      response.cancel();
      const isTooLate = error instanceof AppError && error.status < 500;
      if (isTooLate) {
        const late = { event: 'bot.action_too_late', ...fields, code: error.code } as const;
        return log.info(late, 'a bot action came too late');
      }
      log.warn({ event: 'bot.stream_failed', err: error, ...fields }, 'a streamed answer failed');
    });
  };

  async function start(given: CallbackStream): Promise<void> {
    const { event, response } = given;
    const tenant = await directory.find(event.tenantId);
    const asked = JSON.parse(event.body.toString()) as Question;
    if (tenant?.status !== 'active' || asked.owner !== 'bot') return response.cancel();
    const stream = streams.open({
      tenantId: event.tenantId,
      sessionId: asked.visitor_session_id,
      conversationId: event.conversationId,
      ownerEpoch: asked.owner_epoch,
      seq: asked.message.seq,
    });
    if (!stream) throw new Error('too many answers are being written');
    try {
      await follow(given, tenant, stream);
    } catch (error) {
      // The stream was ended on purpose, such as by a claim: that aborts the reading, and is no failure.
      if (error instanceof AppError || !stream.signal.aborted) throw error;
    } finally {
      stream.discard(); // what no reply has made a message
    }
  }

  async function follow(
    { event, response }: CallbackStream,
    tenant: Tenant,
    stream: AnswerStream,
  ): Promise<void> {
    let index = 0;
    let hasReplied = false;
    let ignored = 0;
    const totalMs = tenant.bot.replyTimeoutS * SECOND;
    for await (const text of response.lines({ signal: stream.signal, totalMs })) {
      const line = readLine(text, stream.text);
      if (line?.type === 'delta' && !hasReplied) {
        if (!stream.push(line.text)) return;
      } else if (line?.type === 'action' && index < MAX_ACTIONS) {
        const { action } = line;
        const isFirstReply: boolean = action.type === 'reply' && !hasReplied;
        if (isFirstReply) stream.flush();
        hasReplied ||= isFirstReply;
        const placed = { action, index: index++ };
        await perform(api, tenant, event, placed, isFirstReply ? stream.id : undefined);
      } else {
        ignored++;
      }
    }
    if (ignored === 0) return;
    const fields = { tenant_id: event.tenantId, event_id: event.eventId, ignored };
    log.warn({ event: 'bot.actions_ignored', ...fields }, 'bot actions were ignored');
  }
}
