import { useState } from 'preact/hooks';
import { RefusalError } from '../api/refusal';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { PasswordField } from '../ui/field';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';

/** Asks for the password when the relay requires it again for a sensitive action. */
export function ConfirmPassword() {
  const { confirmation } = useConsole();
  return confirmation.isAsked.value ? <PasswordDialog /> : null;
}

function PasswordDialog() {
  const { api, confirmation } = useConsole();
  const language = useLanguage();
  const { shell, common, account } = language.words;
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const confirm = async (): Promise<void> => {
    if (isBusy) return;
    if (password === '') return setProblem(common.required);
    setBusy(true);
    try {
      await api.post('console/confirm/password', { password });
      confirmation.answer(true);
    } catch (error) {
      const isWrong = error instanceof RefusalError && error.code === 'invalid_credentials';
      setProblem(isWrong ? account.currentPasswordWrong : refusalText(error, language));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={shell.confirmTitle}
      onClose={() => confirmation.answer(false)}
      onSubmit={() => void confirm()}
    >
      <p class="muted">{shell.confirmText}</p>
      <PasswordField
        label={account.currentPassword}
        value={password}
        onChange={setPassword}
        autocomplete="current-password"
        problem={problem}
        hasFocus
      />
      <div class="dialog-foot">
        <Button onClick={() => confirmation.answer(false)}>{common.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {shell.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
