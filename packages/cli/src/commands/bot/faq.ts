import { EXIT, ExitError } from '../../errors';
import { explainRefusal } from '../../relay/refusals';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { printList, type ListOptions } from '../print-list';

export interface ListFaqOptions extends ListOptions {
  tenant?: string;
}

export interface EntryOptions extends GlobalOptions {
  question?: string[];
  answer?: string;
  locale?: string;
}

export interface AddEntryOptions extends EntryOptions {
  tenant?: string;
}

export async function listFaq(options: ListFaqOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  await printList(
    api,
    {
      route: 'console/fetch/faq-entries',
      plural: 'faq_entries',
      query: { tenant_id },
      columns: {
        QUESTION: ({ questions }) => questions[0] ?? '',
        ANSWER: ({ answer }) => answer,
        LOCALE: ({ locale }) => locale ?? 'any',
        ID: ({ faq_entry_id }) => faq_entry_id,
      },
    },
    options,
  );
}

export async function addEntry(options: AddEntryOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const body = { tenant_id, ...fieldsOf(options) };
  const answer = await api.post('console/create/faq-entry', body);
  printResult(options.json, answer, () => answer.faq_entry.faq_entry_id);
}

/** Changes the given fields of an entry. */
export async function updateEntry(options: EntryOptions, faq_entry_id: string): Promise<void> {
  const fields = fieldsOf(options);
  if (Object.keys(fields).length === 0) {
    throw new ExitError(EXIT.usage, 'Nothing to change: give --question, --answer or --locale.');
  }
  await changeEntry(options, 'console/update/faq-entry', { faq_entry_id, ...fields }, 'Changed');
}

export async function removeEntry(options: GlobalOptions, faq_entry_id: string): Promise<void> {
  await changeEntry(options, 'console/remove/faq-entry', { faq_entry_id }, 'Removed');
}

async function changeEntry(
  options: GlobalOptions,
  route: 'console/update/faq-entry' | 'console/remove/faq-entry',
  body: object,
  done: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const answer = await explainRefusal(
    api.post(route, body),
    'not_found',
    'Entry not found, or you have no access. relayctl faq lists them with their ids.',
  );
  const [question = ''] = answer.faq_entry.questions;
  printResult(options.json, answer, () => `${done} "${sanitiseLine(question)}".`);
}

function fieldsOf({ question, answer, locale }: EntryOptions): object {
  return {
    ...(question && { questions: question }),
    ...(answer !== undefined && { answer }),
    ...(locale !== undefined && { locale: locale === 'any' ? null : locale }),
  };
}
