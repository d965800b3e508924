import { useRef, useState } from 'preact/hooks';
import { Refusal } from '../api/refusal';
import type { CannedReply } from '../api/shapes';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Select, TextArea, TextField } from '../ui/field';
import { useForm } from '../ui/form';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { localeOptions, useLanguage } from '../words/language';
import type { CannedFields } from './canned-replies';

export interface CannedDialogProps {
  /** Null for a new one. */
  reply: CannedReply | null;
  onClose(): void;
  onSave(fields: CannedFields): Promise<void>;
}

/** As long as a message may be. */
const MOST_CHARACTERS = 4_000;

export function CannedDialog({ reply, onClose, onSave }: CannedDialogProps) {
  const language = useLanguage();
  const { canned, common, inbox, signIn } = language.words;
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '');
  const [content, setContent] = useState(reply?.content ?? '');
  const [locale, setLocale] = useState(reply?.locale ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  const over = Array.from(content).length - MOST_CHARACTERS;
  const name = shortcut.trim().replace(/^\/+/, '');
  const form = useForm({
    problems: {
      shortcut: name === '' ? common.required : undefined,
      content: content.trim() === '' ? common.required : over > 0 ? inbox.tooLong(over) : undefined,
    },
    send: () => onSave({ shortcut: name, content, ...(locale !== '' && { locale }) }),
  });
  const isBadName =
    form.error instanceof Refusal && form.error.problems.some(({ field }) => field === 'shortcut');

  /** Puts a variable where the cursor is. */
  const insert = (variable: string): void => {
    const element = area.current;
    if (!element) return;
    element.setRangeText(variable, element.selectionStart, element.selectionEnd, 'end');
    setContent(element.value);
    element.focus();
  };

  const languages = [{ value: '', label: canned.everyLanguage }, ...localeOptions(language)];
  // A locale that was given through the API stays what it is.
  if (!languages.some(({ value }) => value === locale))
    languages.push({ value: locale, label: locale });

  return (
    <Dialog
      title={reply ? canned.editTitle : canned.addTitle}
      isWide
      onClose={onClose}
      onSubmit={form.submit}
    >
      {form.error !== null && !isBadName && (
        <Banner tone="late">{refusalText(form.error, language)}</Banner>
      )}
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
        <Select label={canned.language} value={locale} options={languages} onChange={setLocale} />
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
      <div class="dialog-foot">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={form.isBusy}>
          {common.save}
        </Button>
      </div>
    </Dialog>
  );
}
