import type { TotpEnrollment } from '@chat-relay/server/wire/accounts';
import { useState } from 'preact/hooks';
import { useAccount, useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { CodeField } from '../ui/field';
import { useForm } from '../ui/form';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';
import { PasswordDialog } from './password-dialog';

interface Enrollment {
  key: string;
  qr: TotpEnrollment['qr'];
}

/** Sets up an authenticator app: asks for the password, shows the QR code, and checks a first code. */
export function AddAuthenticator({ onClose }: { onClose(): void }) {
  const { api } = useConsole();
  const { account } = useLanguage().words;
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  if (enrollment) return <FirstCode enrollment={enrollment} onClose={onClose} />;
  return (
    <PasswordDialog
      title={account.appAdd}
      lead={account.passwordToContinue}
      submitLabel={account.continue}
      onClose={onClose}
      onPassword={async (password) => {
        const { otpauth_uri, qr } = await api.post('console/enroll/totp', {
          password,
          qr: true,
        });
        const key = new URL(otpauth_uri).searchParams.get('secret') ?? '';
        setEnrollment({ key, qr });
      }}
    />
  );
}

function FirstCode({ enrollment, onClose }: { enrollment: Enrollment; onClose(): void }) {
  const { api, session, toasts } = useConsole();
  const own = useAccount();
  const language = useLanguage();
  const { account, common, signIn } = language.words;
  const [code, setCode] = useState('');
  const form = useForm({
    problems: { code: code.length === 6 ? undefined : signIn.codeWrong },
    send: async () => {
      await api.post('console/activate/totp', { totp: code });
      session.putAccount({ ...own, totp_enabled: true });
      onClose();
      void toasts.show(account.appAdded);
    },
  });
  const { qr, key } = enrollment;
  return (
    <Dialog title={account.appAdd} onClose={onClose} onSubmit={form.submit}>
      <p class="muted">{account.appScan}</p>
      {qr && (
        <svg
          class="qr"
          role="img"
          aria-label={account.appQr}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shape-rendering="crispEdges"
        >
          <path d={qr.path} fill="currentColor" />
        </svg>
      )}
      <div class="field">
        <span class="label">{account.appKey}</span>
        <code class="secret">{key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </div>
      {form.error !== null && <Banner tone="late">{refusalText(form.error, language)}</Banner>}
      <CodeField
        label={signIn.code}
        value={code}
        onChange={setCode}
        problem={form.problem('code')}
      />
      <div class="dialog-foot">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={form.isBusy}>
          {account.appActivate}
        </Button>
      </div>
    </Dialog>
  );
}
