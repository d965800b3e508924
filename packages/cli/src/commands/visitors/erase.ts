import type { ErasedVisitor, VisitorCounts } from '@chat-relay/server/wire/compliance';
import { explainRefusal } from '../../relay/refusals';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { assertCanConfirm, confirmByName } from '../../terminal/confirm';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { describeVisitor, NO_SESSION, visitorOf, type VisitorOptions } from './visitor';

export interface EraseOptions extends GlobalOptions, VisitorOptions {
  dryRun?: boolean;
  yes?: boolean;
}

/** In characters. The part of a session's id that a person types to confirm. */
const SIGN_LENGTH = 10;

/** Erases everything about a visitor permanently, after showing how much it is. */
export async function eraseVisitor(options: EraseOptions): Promise<void> {
  const ref = visitorOf(options);
  if (!options.dryRun && !options.yes) assertCanConfirm();
  const { api } = requireLogin(options);
  const { tenant_id, tenant_name } = await chooseTenant(api, options.tenant);
  const call = (more: object): Promise<ErasedVisitor> => {
    const body = { tenant_id, ...ref, ...more };
    return explainRefusal(api.post('console/erase/visitor', body), 'not_found', NO_SESSION);
  };
  const who = `${sanitiseLine(describeVisitor(ref))} of ${sanitiseLine(tenant_name)}`;
  if (options.dryRun || !options.yes) {
    const { would_erase: counts } = await call({ dry_run: true });
    if (!counts) throw new TypeError('the relay counted nothing in a dry run');
    const effect = describeEffect(who, counts);
    if (options.dryRun) return printResult(options.json, { would_erase: counts }, () => effect);
    if (counts.sessions === 0) return printNothing(options, who);
    const sign = 'user_id' in ref ? ref.user_id : ref.session_id.slice(0, SIGN_LENGTH);
    await confirmByName(`${effect} It can't be undone.`, sign);
  }
  const answer = await call({});
  const { erased_sessions: erased } = answer;
  if (erased === 0) return printNothing(options, who);
  printResult(options.json, answer, () => `Erased ${amount(erased, 'session')}: ${who}.`);
}

function printNothing({ json }: GlobalOptions, who: string): void {
  if (json) printResult(true, { erased_sessions: 0 }, () => '');
  else say(`Nothing is stored about ${who}.`);
}

function describeEffect(who: string, counts: VisitorCounts): string {
  const { sessions, conversations, messages, last_message_at: last } = counts;
  const parts = [
    amount(sessions, 'session'),
    amount(conversations, 'conversation'),
    amount(messages, 'message'),
  ].join(', ');
  const until = last === null ? '' : ` (the last of ${last.slice(0, 10)})`;
  return `This will erase ${who}: ${parts}${until}, with their files, notes and identity.`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
