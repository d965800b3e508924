import { ExitError } from '../../errors';
import { findOperator } from '../../relay/operators';
import { RelayRefusalError } from '../../relay/refusals';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface TransferOptions extends GlobalOptions {
  workspace?: string;
  force?: boolean;
}

/** Assigns a conversation to another operator, by name or id. */
export async function transferConversation(
  options: TransferOptions,
  conversation_id: string,
  wanted: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const workspaceId = await chooseWorkspace(api, options.workspace);
  const { operator_id, display_name } = await findOperator(api, workspaceId, wanted);
  const name = sanitiseLine(display_name);
  const { conversation } = await api
    .post('console/transfer/conversation', {
      conversation_id,
      operator_id,
      ...(options.force && { force: true }),
    })
    .catch((error: unknown) => {
      throw isNotAvailable(error) ? notAvailable(error, name) : error;
    });
  printResult(options.json, { conversation }, () => `${name} has the conversation now.`);
}

function isNotAvailable(error: unknown): error is RelayRefusalError {
  return error instanceof RelayRefusalError && error.code === 'operator_not_available';
}

function notAvailable(refusal: RelayRefusalError, name: string): ExitError {
  const { available } = refusal.data as { available?: { display_name: string }[] }; // the protocol
  const names = (available ?? []).map((one) => sanitiseLine(one.display_name)).join(', ');
  const message = [
    `${name} is not online.`,
    names === '' ? 'No one else is.' : `Online: ${names}.`,
    'Add --force to hand it over anyway: unless taken up in time, it returns to its place in the queue.',
  ].join(' ');
  return new ExitError(refusal.exitCode, message, { cause: refusal });
}
