import { MOST_AT_ONCE } from '@chat-relay/desk/bulk';
import type { BulkAction, BulkResult } from '@chat-relay/server/wire/conversations';
import { EXIT, ExitError } from '../../errors';
import type { Api } from '../../relay/api';
import { findOperator } from '../../relay/operators';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { readBytes } from '../../terminal/request-body';
import { sanitiseLine } from '../../terminal/sanitise';

/** Options of `relayctl conversation update`: one action. */
export interface UpdateConversationsOptions extends GlobalOptions {
  claim?: boolean;
  resolve?: boolean;
  assign?: string;
  addTag?: string[];
  force?: boolean;
  workspace?: string;
}

/** Changes many conversations, each on its own, and names those that did not change. */
export async function updateConversations(
  options: UpdateConversationsOptions,
  given: string,
): Promise<void> {
  const { claim, resolve, assign, addTag } = options;
  if ([claim, resolve, assign, addTag].filter(Boolean).length !== 1) {
    const message = 'Give one action: --claim, --resolve, --assign or --add-tag.';
    throw new ExitError(EXIT.usage, message);
  }
  const ids = await idsOf(given);
  const { api } = requireLogin(options);
  const action = await actionOf(api, options);
  const results: BulkResult[] = [];
  for (let first = 0; first < ids.length; first += MOST_AT_ONCE) {
    const conversation_ids = ids.slice(first, first + MOST_AT_ONCE);
    const body = { conversation_ids, action };
    const answer = await api.post('console/update/conversations', body);
    results.push(...answer.results);
  }
  const failed = results.filter(({ error }) => error);
  const count = results.length - failed.length;
  printResult(options.json, { results }, () => `${count} of ${results.length} changed.`);
  if (failed.length === 0) return;
  for (const { conversation_id, error } of options.json ? [] : failed) {
    say(`${conversation_id}: ${sanitiseLine(error?.message ?? '')}`);
  }
  throw new ExitError(EXIT.refused, `${failed.length} did not change.`);
}

async function idsOf(given: string): Promise<string[]> {
  const text = given === '-' ? (await readBytes('-')).toString('utf8') : given;
  const ids = [...new Set(text.split(/[\s,]/).filter((id) => id !== ''))];
  if (ids.length > 0) return ids;
  throw new ExitError(EXIT.usage, 'There is no id of a conversation to change.');
}

async function actionOf(
  api: Api,
  { claim, resolve, assign, addTag, force, workspace }: UpdateConversationsOptions,
): Promise<BulkAction> {
  if (claim) return { type: 'claim' };
  if (resolve) return { type: 'resolve' };
  if (addTag) return { type: 'tag', tags: addTag };
  const workspaceId = await chooseWorkspace(api, workspace);
  const { operator_id } = await findOperator(api, workspaceId, assign ?? '');
  return { type: 'transfer', operator_id, ...(force && { force }) };
}
