import { useState } from 'preact/hooks';
import { Refusal } from '../../../api/refusal';
import { problemOf } from '../../../records/field-problem';
import { useConsole } from '../../../state/console';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Select, TextArea } from '../../../ui/field';
import { Form, useForm } from '../../../ui/form';
import { localeOptions, useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import type { FaqEntry } from './faq-editor';

export function FaqDialog({
  entry,
  onClose,
  onSaved,
}: {
  /** Null for a new one. */
  entry: FaqEntry | null;
  onClose(): void;
  onSaved(entry: FaqEntry): Promise<void>;
}) {
  const { api } = useConsole();
  const language = useLanguage();
  const { words } = language;
  const { tenants, common, canned } = words;
  const { tenant } = useOpenTenant();
  const [questions, setQuestions] = useState(entry?.questions.join('\n') ?? '');
  const [answer, setAnswer] = useState(entry?.answer ?? '');
  const [locale, setLocale] = useState(entry?.locale ?? '');
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
      const { faq_entry } = await (entry
        ? api.post<{ faq_entry: FaqEntry }>('console/update/faq-entry', {
            faq_entry_id: entry.faq_entry_id,
            ...fields,
          })
        : api.post<{ faq_entry: FaqEntry }>('console/create/faq-entry', {
            tenant_id: tenant.tenant_id,
            ...fields,
          }));
      await onSaved(faq_entry);
    },
  });
  const refused = form.error instanceof Refusal ? form.error : null;
  return (
    <Dialog title={entry ? common.edit : tenants.addFaq} isWide onClose={onClose}>
      <Form form={form}>
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
        <Select
          label={canned.language}
          value={locale}
          options={[{ value: '', label: canned.everyLanguage }, ...localeOptions(language)]}
          onChange={setLocale}
        />
        <div class="dialog-foot">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {common.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
