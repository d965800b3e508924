import { useRef, useState } from 'preact/hooks';
import { RefusalError } from '../api/refusal';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import { problemOf } from '../records/field-problem';
import { FormDialog } from '../records/form-dialog';
import { LocaleSelect } from '../records/locale-select';
import { useOvertaken } from '../records/use-overtaken';
import { Button } from '../ui/button';
import { TextArea, TextField } from '../ui/field';
import { useForm } from '../ui/form';
import { useLanguage } from '../words/language';
import type { CannedFields } from './canned-replies';

export interface CannedDialogProps {
  /** Null for a new reply. */
  reply: CannedReply | null;
  /** The stored version, which a colleague may have changed; undefined after they deleted it. */
  stored: CannedReply | undefined;
  onClose(): void;
  onSave(fields: CannedFields): Promise<void>;
}

/** The relay's limit for a message. */
const MOST_CHARACTERS = 4_000;

export function CannedDialog({ reply, stored, onClose, onSave }: CannedDialogProps) {
  const { words } = useLanguage();
  const { canned, common, inbox, signIn } = words;
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '');
  const [content, setContent] = useState(reply?.content ?? '');
  const [locale, setLocale] = useState(reply?.locale ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  const differs = (from: CannedReply | null): boolean =>
    shortcut !== (from?.shortcut ?? '') ||
    content !== (from?.content ?? '') ||
    locale !== (from?.locale ?? '');
  const { base, theirs, takeTheirs } = useOvertaken<CannedReply>({
    opened: reply,
    stored,
    isTouched: differs,
    fill: (taken) => {
      setShortcut(taken.shortcut);
      setContent(taken.content);
      setLocale(taken.locale ?? '');
    },
  });
  const isChanged = differs(base);
  const over = Array.from(content).length - MOST_CHARACTERS;
  const name = shortcut.trim().replace(/^\/+/, '');
  const form = useForm({
    problems: {
      shortcut: name === '' ? common.required : undefined,
      content: content.trim() === '' ? common.required : over > 0 ? inbox.tooLong(over) : undefined,
    },
    send: () => onSave({ shortcut: name, content, ...(locale !== '' && { locale }) }),
  });
  const refused = form.error instanceof RefusalError ? form.error : null;
  const isBadName = problemOf(refused, 'shortcut', words) !== undefined;

  /** Inserts a variable at the cursor. */
  const insert = (variable: string): void => {
    const element = area.current;
    if (!element) return;
    element.setRangeText(variable, element.selectionStart, element.selectionEnd, 'end');
    setContent(element.value);
    element.focus();
  };

  return (
    <FormDialog
      title={reply ? canned.editTitle : canned.addTitle}
      form={form}
      isChanged={isChanged}
      isDeleted={reply !== null && stored === undefined}
      theirs={theirs ? { text: theirs.content, take: takeTheirs } : undefined}
      onClose={onClose}
    >
      <div class="canned-names">
        <TextField
          label={canned.shortcut}
          hint={canned.shortcutHint}
          value={shortcut}
          onChange={setShortcut}
          problem={form.problem('shortcut') ?? (isBadName ? signIn.invalidName : undefined)}
          maxLength={64}
          hasFocus
        />
        <LocaleSelect value={locale} onChange={setLocale} />
      </div>
      <TextArea
        label={canned.content}
        value={content}
        onChange={setContent}
        problem={form.problem('content')}
        rows={6}
        areaRef={area}
      />
      <div class="canned-variables" role="group" aria-label={canned.variables}>
        <span class="meta">{canned.variables}</span>
        <Button onClick={() => insert('{{visitor.name}}')}>{canned.visitorName}</Button>
        <Button onClick={() => insert('{{operator.name}}')}>{canned.operatorName}</Button>
        <Button onClick={() => insert('{{tenant.name}}')}>{canned.tenantName}</Button>
      </div>
    </FormDialog>
  );
}
