import { useState } from 'preact/hooks';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { useLanguage } from '../words/language';
import { PasswordDialog } from './password-dialog';
import { Section } from '../ui/section';

/** Deletes the account. This can't be undone, so it asks for the password. */
export function DeleteSection() {
  const { api } = useConsole();
  const { account } = useLanguage().words;
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={account.deleteTitle} lead={account.deleteLead}>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {account.deleteTitle}
      </Button>
      {isOpen && (
        <PasswordDialog
          title={account.deleteTitle}
          lead={account.deleteText}
          submitLabel={account.deleteTitle}
          isDangerous
          onClose={() => setOpen(false)}
          onPassword={async (password) => {
            await api.post('console/delete/account', { password });
            // Loading the page again clears the account's data from memory.
            location.assign('/console/sign-in');
          }}
        />
      )}
    </Section>
  );
}
