import { setTimeout as wait } from 'node:timers/promises';
import { dedupeKeys } from '../../../server/src/conversations/rules/state';
import type { Answer } from '../../../server/test/support/api';
import type { WorldOperator } from '../../../server/test/support/world';
import type { History } from './history';
import type { Random } from './random';

interface Row {
  conversation_id: string;
  visitor_session_id: string;
  claim_count: number;
}

/**
 * An operator who claims every waiting conversation, in competition with others, and repeats each message until it is
 * acknowledged.
 */
export class TortureOperator {
  readonly #operator: WorldOperator;
  readonly #random: Random;
  readonly #history: History;
  #isWorking = true;
  #sent = 0;
  readonly done: Promise<void>;

  constructor(operator: WorldOperator, random: Random, history: History) {
    this.#operator = operator;
    this.#random = random;
    this.#history = history;
    this.done = this.#work();
  }

  /** Finishes the current conversation and takes no more. */
  finish(): void {
    this.#isWorking = false;
  }

  async #work(): Promise<void> {
    while (this.#isWorking) {
      await wait(this.#random.between(20, 120));
      const status = this.#random.pick(['WAITING', 'WAITING', 'BOT', 'RESOLVED']);
      const listed = await this.#insist<{ conversations: Row[] }>(() =>
        this.#operator.api.get(`/console/fetch/conversations?status=${status}&limit=5`),
      );
      const waiting = listed?.data.conversations ?? [];
      const row = this.#random.chance(0.5) ? waiting[0] : this.#random.pick(waiting);
      if (row) await this.#serve(row);
    }
  }

  async #serve(row: Row): Promise<void> {
    const { conversation_id } = row;
    const claimed = await this.#post<{ conversation: Row }>('/console/claim/conversation', {
      conversation_id,
    });
    if (claimed?.status !== 200) return;
    this.#history.claims.push({
      conversationId: conversation_id,
      operatorId: this.#operator.operatorId,
      claimCount: claimed.data.conversation.claim_count,
    });
    for (let left = this.#random.between(1, 4); left > 0; left--) {
      await this.#answer(row);
      await wait(this.#random.between(5, 60));
    }
    const verb = this.#random.chance(0.3) ? 'release' : 'resolve';
    await this.#post(`/console/${verb}/conversation`, { conversation_id });
  }

  async #answer({ conversation_id, visitor_session_id }: Row): Promise<void> {
    const clientMsgId = `a${++this.#sent}`;
    const content = `Je regarde. (${this.#operator.displayName} ${this.#sent})`;
    const body = { conversation_id, client_msg_id: clientMsgId, content };
    const sent = await this.#post<{ message: { message_id: string; seq: number } }>(
      '/console/send/message',
      body,
    );
    if (sent?.status !== 200) return;
    const { message_id: messageId, seq } = sent.data.message;
    this.#history.acks.push({
      sessionId: visitor_session_id,
      dedupeKey: dedupeKeys.agent(this.#operator.operatorId, clientMsgId),
      messageId,
      seq,
      content,
    });
  }

  #post<Data>(path: string, body: object): Promise<Answer<Data> | null> {
    return this.#insist(() => this.#operator.api.post<Data>(path, body));
  }

  /** Repeats the call until a relay responds. */
  async #insist<Data>(call: () => Promise<Answer<Data>>): Promise<Answer<Data> | null> {
    for (;;) {
      try {
        const answer = await call();
        if (answer.status < 500) return answer;
        if (answer.status === 500) this.#history.surprises.push('an operator got a 500');
        else this.#history.refusals.push({ at: Date.now(), code: answerCode(answer) });
      } catch {
        // The relay is down: it comes back.
      }
      await wait(this.#random.between(30, 150));
    }
  }
}

function answerCode<Data>({ status, data }: Answer<Data>): string {
  return data.code ?? `${status}`;
}
