import type { CallbackDetail } from '@chat-relay/server/wire/callbacks/console';
import { assertEventId, NO_CALLBACK, stateOf } from '../../relay/callbacks';
import { explainRefusal } from '../../relay/refusals';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitise, sanitiseLine } from '../../terminal/sanitise';
import { table } from '../../terminal/table';

/** Shows a callback: its state, its body and every attempt. */
export async function showCallback(options: GlobalOptions, eventId: string): Promise<void> {
  assertEventId(eventId);
  const { api } = requireLogin(options);
  const answer = await explainRefusal(
    api.get('console/fetch/callback', {
      query: { event_id: eventId },
    }),
    'not_found',
    NO_CALLBACK,
  );
  printResult(options.json, answer, () => describe(answer.callback));
}

function describe(callback: CallbackDetail): string {
  const { next_attempt_at, settled_at, replay_of } = callback;
  const facts: [name: string, value: string | null][] = [
    ['id', callback.event_id],
    ['replay of', replay_of],
    ['state', stateOf(callback.state)],
    ['tenant', callback.tenant_id],
    ['in', `${callback.conversation_id}, number ${callback.sequence}`],
    ['happened', callback.created_at],
    ['next try', next_attempt_at],
    ['settled', settled_at],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === null ? [] : [`  ${name.padEnd(9)}  ${sanitiseLine(value)}`],
  );
  const body = sanitise(JSON.stringify(callback.body, null, 2));
  return [sanitiseLine(callback.event), ...lines, '', body, '', attemptsOf(callback)].join('\n');
}

function attemptsOf({ attempts }: CallbackDetail): string {
  if (attempts.length === 0) return 'Not tried yet.';
  return table(
    ['TRIED AT (UTC)', 'OUTCOME', 'TOOK', 'CLOCK', 'ANSWER'],
    attempts.map((attempt) => [
      attempt.attempted_at,
      attempt.outcome,
      `${attempt.duration_ms} ms`,
      attempt.clock_skew_ms === null ? '' : `${attempt.clock_skew_ms} ms`,
      attempt.answer,
    ]),
  );
}
