import { useState } from 'preact/hooks';
import { RefusalError } from '../api/refusal';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { PasswordField } from '../ui/field';
import { useForm } from '../ui/form';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';

export interface PasswordDialogProps {
  title: string;
  lead: string;
  submitLabel: string;
  isDangerous?: boolean;
  onClose(): void;
  onPassword(password: string): Promise<void>;
}

/** Asks for the password that a sensitive request must carry. */
export function PasswordDialog(props: PasswordDialogProps) {
  const language = useLanguage();
  const { account, common } = language.words;
  const [password, setPassword] = useState('');
  const form = useForm({
    problems: { password: password === '' ? common.required : undefined },
    send: () => props.onPassword(password),
  });
  const isWrong = form.error instanceof RefusalError && form.error.code === 'invalid_credentials';
  return (
    <Dialog title={props.title} onClose={props.onClose} onSubmit={form.submit}>
      <p class="muted">{props.lead}</p>
      {form.error !== null && !isWrong && (
        <Banner tone="late">{refusalText(form.error, language)}</Banner>
      )}
      <PasswordField
        label={account.currentPassword}
        autocomplete="current-password"
        value={password}
        onChange={setPassword}
        problem={form.problem('password') ?? (isWrong ? account.currentPasswordWrong : undefined)}
        hasFocus
      />
      <div class="dialog-foot">
        <Button onClick={props.onClose}>{common.cancel}</Button>
        <Button kind={props.isDangerous ? 'danger' : 'primary'} type="submit" isBusy={form.isBusy}>
          {props.submitLabel}
        </Button>
      </div>
    </Dialog>
  );
}
