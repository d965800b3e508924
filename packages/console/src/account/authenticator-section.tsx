import { useState } from 'preact/hooks';
import { useAccount, useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Badge } from '../ui/notes';
import { useLanguage } from '../words/language';
import { AddAuthenticator } from './add-authenticator';
import { PasswordDialog } from './password-dialog';
import { Section } from '../ui/section';

export function AuthenticatorSection() {
  const { api, session, toasts } = useConsole();
  const own = useAccount();
  const { account } = useLanguage().words;
  const [open, setOpen] = useState<'add' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Section title={account.appTitle} lead={account.appLead}>
      <Badge tone={own.totp_enabled ? 'online' : 'neutral'}>
        {own.totp_enabled ? account.appOn : account.appOff}
      </Badge>
      {own.totp_enabled ? (
        <Button onClick={() => setOpen('remove')}>{account.appRemove}</Button>
      ) : (
        <Button icon="phone" onClick={() => setOpen('add')}>
          {account.appAdd}
        </Button>
      )}
      {open === 'add' && <AddAuthenticator onClose={close} />}
      {open === 'remove' && (
        <PasswordDialog
          title={account.appRemove}
          lead={account.appRemoveText}
          submitLabel={account.appRemove}
          isDangerous
          onClose={close}
          onPassword={async (password) => {
            await api.post('console/disable/totp', { password });
            session.putAccount({ ...own, totp_enabled: false });
            close();
            void toasts.show(account.appRemoved);
          }}
        />
      )}
    </Section>
  );
}
