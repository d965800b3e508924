import type { QuestionGroup } from '@chat-relay/server/wire/bots';
import { EXIT, ExitError } from '../../errors';
import type { Api } from '../../relay/api';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { table } from '../../terminal/table';

export interface UnansweredOptions extends GlobalOptions {
  tenant?: string;
}

/** Lists the questions that people answered because the bot could not, the most frequent first. */
export async function listUnanswered(options: UnansweredOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const groups = await readGroups(api, tenant_id);
  if (!options.json && groups.length === 0) return say('No unanswered questions.');
  printResult(options.json, { groups }, () =>
    table(
      ['COUNT', 'LAST (UTC)', 'QUESTION', 'ANSWER GIVEN', 'ID'],
      groups.map(({ example, count, last_at, conversation_ids, suggested_answer }) => [
        String(count),
        last_at,
        example,
        suggested_answer,
        conversation_ids[0] ?? '',
      ]),
    ),
  );
}

/** Removes the group that a conversation belongs to from the list. */
export async function dismissUnanswered(
  options: UnansweredOptions,
  conversationId: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const groups = (await readGroups(api, tenant_id)).filter(({ conversation_ids }) =>
    conversation_ids.includes(conversationId),
  );
  if (groups.length === 0) {
    throw new ExitError(
      EXIT.refused,
      'No unanswered question has this conversation. relayctl bot unanswered lists them.',
    );
  }
  const conversation_ids = [...new Set(groups.flatMap((group) => group.conversation_ids))];
  const answer = await api.post('console/dismiss/unanswered', {
    tenant_id,
    conversation_ids,
  });
  printResult(options.json, answer, () =>
    groups.map(({ example }) => `Dismissed "${sanitiseLine(example)}".`).join('\n'),
  );
}

async function readGroups(api: Api, tenant_id: string): Promise<QuestionGroup[]> {
  const query = { tenant_id };
  return (await api.get('console/fetch/unanswered', { query })).groups;
}
