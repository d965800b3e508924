import { assertEventId, NO_CALLBACK } from '../../relay/callbacks';
import { explainRefusal } from '../../relay/refusals';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

export interface ResendOptions extends GlobalOptions {
  force?: boolean;
}

/** Sends a callback again: the same event, or with `--force` a copy with a new id. */
export async function resendCallback(options: ResendOptions, eventId: string): Promise<void> {
  assertEventId(eventId);
  const { api } = requireLogin(options);
  const body = { event_id: eventId, ...(options.force && { force: true }) };
  const answer = await explainRefusal(
    api.post('console/resend/callback', body),
    'not_found',
    NO_CALLBACK,
  );
  const { event, event_id } = answer.callback;
  printResult(
    options.json,
    answer,
    () => `${event} will be sent again. See its attempts: relayctl callback show ${event_id}`,
  );
}
