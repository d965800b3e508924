import { useState } from 'preact/hooks';
import { RefusalError } from '../../../api/refusal';
import { problemOf } from '../../../records/field-problem';
import { FormDialog } from '../../../records/form-dialog';
import { LocaleSelect } from '../../../records/locale-select';
import { useConsole } from '../../../state/console';
import { TextArea, TextField } from '../../../ui/field';
import { useForm } from '../../../ui/form';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import { conflictText } from './conflict-text';
import { isTooLong } from './markdown-file';
import type { KnowledgeDocument } from '@chat-relay/server/wire/bots/knowledge';

export function DocumentDialog({
  document,
  isDeleted,
  onClose,
  onSaved,
}: {
  /** Null for a new document. */
  document: KnowledgeDocument | null;
  /** Whether another person has deleted the document meanwhile. */
  isDeleted: boolean;
  onClose(): void;
  onSaved(document: KnowledgeDocument): void;
}) {
  const { api } = useConsole();
  const { words } = useLanguage();
  const { tenants, common } = words;
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
      const saved = await (document && !isDeleted
        ? api.post('console/update/knowledge-document', {
            knowledge_document_id: document.knowledge_document_id,
            version: document.version,
            ...fields,
          })
        : api.post('console/create/knowledge-document', { tenant_id, ...fields }));
      onSaved(saved.knowledge_document);
    },
  });
  const refused = form.error instanceof RefusalError ? form.error : null;
  return (
    <FormDialog
      title={document ? tenants.editDocument : tenants.addDocument}
      form={form}
      isChanged={isChanged}
      isDeleted={isDeleted}
      refusal={conflictText(refused, words)}
      onClose={onClose}
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
      <LocaleSelect value={locale} onChange={setLocale} />
    </FormDialog>
  );
}
