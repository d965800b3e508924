import { useState } from 'preact/hooks';
import { Refusal } from '../../../api/refusal';
import { problemOf } from '../../../records/field-problem';
import { useConsole } from '../../../state/console';
import { useUnsavedGuard } from '../../../state/unsaved-guard';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Select, TextArea, TextField } from '../../../ui/field';
import { Form, useForm } from '../../../ui/form';
import { localeOptions, useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import { isTooLong } from './markdown-file';
import type { DocumentAnswer, KnowledgeDocument } from './shapes';

export function DocumentDialog({
  document,
  onClose,
  onSaved,
}: {
  /** Null for a new one. */
  document: KnowledgeDocument | null;
  onClose(): void;
  onSaved(document: KnowledgeDocument): void;
}) {
  const { api } = useConsole();
  const language = useLanguage();
  const { words } = language;
  const { tenants, common, canned } = words;
  const { tenant_id } = useOpenTenant().tenant;
  const [title, setTitle] = useState(document?.title ?? '');
  const [content, setContent] = useState(document?.content ?? '');
  const [url, setUrl] = useState(document?.url ?? '');
  const [locale, setLocale] = useState(document?.locale ?? '');
  const isChanged =
    title !== (document?.title ?? '') ||
    content !== (document?.content ?? '') ||
    url !== (document?.url ?? '') ||
    locale !== (document?.locale ?? '');
  useUnsavedGuard(isChanged);
  const form = useForm({
    problems: {
      title: title.trim() === '' ? common.required : undefined,
      content:
        content.trim() === '' ? common.required : isTooLong(content) ? common.tooLong : undefined,
    },
    send: async () => {
      const fields = {
        title: title.trim(),
        content,
        url: url.trim() || null,
        locale: locale || null,
      };
      const saved = await (document
        ? api.post<DocumentAnswer>('console/update/knowledge-document', {
            knowledge_document_id: document.knowledge_document_id,
            version: document.version,
            ...fields,
          })
        : api.post<DocumentAnswer>('console/create/knowledge-document', { tenant_id, ...fields }));
      onSaved(saved.knowledge_document);
    },
  });
  const refused = form.error instanceof Refusal ? form.error : null;
  const languages = [{ value: '', label: canned.everyLanguage }, ...localeOptions(language)];
  // A locale that was given through the API stays what it is.
  if (!languages.some(({ value }) => value === locale))
    languages.push({ value: locale, label: locale });
  const leave = (): void => {
    if (!isChanged || confirm(common.leaveUnsaved)) onClose();
  };
  return (
    <Dialog title={document ? tenants.editDocument : tenants.addDocument} isWide onClose={leave}>
      <Form
        form={form}
        refusal={refused?.code === 'state_conflict' ? tenants.documentRefused : undefined}
      >
        <TextField
          label={tenants.documentTitle}
          value={title}
          maxLength={200}
          hasFocus
          onChange={setTitle}
          problem={form.problem('title') ?? problemOf(refused, 'title', words)}
        />
        <TextArea
          label={tenants.documentContent}
          hint={tenants.documentContentHint}
          rows={12}
          value={content}
          onChange={setContent}
          problem={form.problem('content') ?? problemOf(refused, 'content', words)}
        />
        <TextField
          label={tenants.documentUrl}
          hint={tenants.documentUrlHint}
          isOptional
          value={url}
          onChange={setUrl}
          problem={problemOf(refused, 'url', words)}
        />
        <Select label={canned.language} value={locale} options={languages} onChange={setLocale} />
        <div class="dialog-foot">
          <Button onClick={leave}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {common.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
