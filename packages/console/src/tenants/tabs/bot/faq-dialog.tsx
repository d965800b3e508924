import { useState } from 'preact/hooks';
import { RefusalError } from '../../../api/refusal';
import { problemOf } from '../../../records/field-problem';
import { FormDialog } from '../../../records/form-dialog';
import { LocaleSelect } from '../../../records/locale-select';
import { useOvertaken } from '../../../records/use-overtaken';
import { useConsole } from '../../../state/console';
import { TextArea } from '../../../ui/field';
import { useForm } from '../../../ui/form';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import type { FaqEntry } from './faq-entry';

export function FaqDialog({
  entry,
  stored,
  start = entry,
  onClose,
  onSaved,
}: {
  /** Null for a new entry. */
  entry: FaqEntry | null;
  /** The entry as it is stored now; undefined while it is not listed. */
  stored?: FaqEntry | undefined;
  /** First values of a new entry. */
  start?: Pick<FaqEntry, 'questions' | 'answer'> | null;
  onClose(): void;
  onSaved(entry: FaqEntry): Promise<void>;
}) {
  const { api } = useConsole();
  const { words } = useLanguage();
  const { tenants, common } = words;
  const { tenant } = useOpenTenant();
  const [questions, setQuestions] = useState(start?.questions.join('\n') ?? '');
  const [answer, setAnswer] = useState(start?.answer ?? '');
  const [locale, setLocale] = useState(entry?.locale ?? '');
  const differs = (from: typeof start, of: FaqEntry | null): boolean =>
    questions !== (from?.questions.join('\n') ?? '') ||
    answer !== (from?.answer ?? '') ||
    locale !== (of?.locale ?? '');
  const { base, theirs, takeTheirs } = useOvertaken({
    opened: entry,
    stored,
    isTouched: (known) => differs(known, known),
    fill: (taken) => {
      setQuestions(taken.questions.join('\n'));
      setAnswer(taken.answer);
      setLocale(taken.locale ?? '');
    },
  });
  const isChanged = differs(base ?? start, base);
  const isDeleted = entry !== null && stored === undefined;
  const asked = questions
    .split('\n')
    .map((question) => question.trim())
    .filter(Boolean);
  const form = useForm({
    problems: {
      questions: asked.length === 0 ? common.required : undefined,
      answer: answer.trim() === '' ? common.required : undefined,
    },
    send: async () => {
      const fields = { questions: asked, answer, locale: locale === '' ? null : locale };
      const { faq_entry } = await (entry && !isDeleted
        ? api.post('console/update/faq-entry', {
            faq_entry_id: entry.faq_entry_id,
            ...fields,
          })
        : api.post('console/create/faq-entry', {
            tenant_id: tenant.tenant_id,
            ...fields,
          }));
      await onSaved(faq_entry);
    },
  });
  const refused = form.error instanceof RefusalError ? form.error : null;
  return (
    <FormDialog
      title={entry ? common.edit : tenants.addFaq}
      form={form}
      isChanged={isChanged}
      isDeleted={isDeleted}
      theirs={
        theirs
          ? { text: [...theirs.questions, theirs.answer].join('\n'), take: takeTheirs }
          : undefined
      }
      onClose={onClose}
    >
      <TextArea
        label={tenants.questions}
        hint={tenants.questionsHint}
        rows={3}
        value={questions}
        onChange={setQuestions}
        problem={form.problem('questions') ?? problemOf(refused, 'questions', words)}
      />
      <TextArea
        label={tenants.answer}
        value={answer}
        onChange={setAnswer}
        problem={form.problem('answer') ?? problemOf(refused, 'answer', words)}
      />
      <LocaleSelect value={locale} onChange={setLocale} />
    </FormDialog>
  );
}
