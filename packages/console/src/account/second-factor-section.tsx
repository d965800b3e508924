import { useState } from 'preact/hooks';
import { RefusalError } from '../api/refusal';
import { useAccount, useConsole } from '../state/console';
import { Check } from '../ui/choice';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';
import { Section } from '../ui/section';

/** Switches the code at sign-in on or off. It is fixed for super-admins, and where the relay requires a code. */
export function SecondFactorSection() {
  const { api, session, toasts } = useConsole();
  const own = useAccount();
  const language = useLanguage();
  const { account, common } = language.words;
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isFixed, setFixed] = useState(false);

  const change = async (mfaEnabled: boolean): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const body = { mfa_enabled: mfaEnabled };
      const saved = await api.post('console/update/account', body);
      session.putAccount(saved.account);
      void toasts.show(common.saved);
    } catch (refused) {
      if (refused instanceof RefusalError && refused.code === 'state_conflict') setFixed(true);
      else setError(refused);
    }
    setBusy(false);
  };

  const why = own.is_system
    ? account.secondFactorAdmin
    : isFixed
      ? account.secondFactorFixed
      : undefined;
  return (
    <Section title={account.secondFactorTitle} lead={account.secondFactorLead}>
      {error !== null && <Banner tone="late">{refusalText(error, language)}</Banner>}
      <Check
        // A new key sets the switch back after the relay refused the change.
        key={String(isFixed)}
        kind="switch"
        label={account.secondFactor}
        hint={why}
        isOn={own.mfa_enabled || own.is_system || isFixed}
        isDisabled={why !== undefined || isBusy}
        onChange={(isOn) => void change(isOn)}
      />
    </Section>
  );
}
