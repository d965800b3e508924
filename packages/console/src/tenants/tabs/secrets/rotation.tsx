import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { RefusalError } from '../../../api/refusal';
import { CodeBlock } from '../../../records/code-block';
import { useConsole } from '../../../state/console';
import { Button } from '../../../ui/button';
import { Select } from '../../../ui/field';
import { Banner } from '../../../ui/notes';
import { refusalText } from '../../../ui/refusal-text';
import { Section } from '../../../ui/section';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import { graceOptions } from './grace';

const USUAL_GRACE_S = '86400';

type Work = 'create' | 'activate' | 'test';

/** Replaces the secret in three steps. The receiver learns the new one first, so no callback is refused. */
export function Rotation() {
  const { api } = useConsole();
  const language = useLanguage();
  const { tenants } = language.words;
  const { tenant } = useOpenTenant();
  const { tenant_id } = tenant;
  const [secret, setSecret] = useState<string | null>(null);
  const [graceS, setGraceS] = useState(USUAL_GRACE_S);
  const [doneUntilMs, setDoneUntilMs] = useState<number | null>(null);
  const [isAccepted, setAccepted] = useState<boolean | null>(null);
  const [busy, setBusy] = useState<Work | null>(null);
  const [failed, setFailed] = useState<{ work: Work; error: unknown } | null>(null);

  const run = async (work: Work, act: () => Promise<void>): Promise<void> => {
    if (busy !== null) return;
    setBusy(work);
    setFailed(null);
    await act().catch((error: unknown) => setFailed({ work, error }));
    setBusy(null);
  };
  const create = (): Promise<void> =>
    run('create', async () => {
      const made = await api.post('console/rotate/tenant-secret', {
        tenant_id,
      });
      setSecret(made.tenant_secret);
      setDoneUntilMs(null);
      setAccepted(null);
    });
  const activate = (): Promise<void> =>
    run('activate', async () => {
      await api.post('console/activate/tenant-secret', { tenant_id, grace_s: Number(graceS) });
      setDoneUntilMs(Date.now() + Number(graceS) * 1_000);
    });
  const test = (): Promise<void> =>
    run('test', async () => {
      const { test: call } = await api.post('console/test/callback', { tenant_id });
      setAccepted(call.delivered);
    });
  const problem = (work: Work): ComponentChildren => {
    if (failed?.work !== work) return null;
    const { error } = failed;
    const isNonePending =
      work === 'activate' && error instanceof RefusalError && error.code === 'state_conflict';
    return (
      <Banner tone="late">
        {isNonePending ? tenants.nonePending : refusalText(error, language)}
      </Banner>
    );
  };

  return (
    <Section title={tenants.secret} lead={tenants.secretLead}>
      <ol class="steps">
        <li>
          <h3>{tenants.step1}</h3>
          <p class="muted">{tenants.step1Text}</p>
          {problem('create')}
          {secret !== null && <CodeBlock label={tenants.newSecret} text={secret} />}
          <Button isBusy={busy === 'create'} onClick={() => void create()}>
            {secret === null ? tenants.create : tenants.createAgain}
          </Button>
        </li>
        <li>
          <h3>{tenants.step2}</h3>
          <p class="muted">{tenants.step2Text}</p>
          <CodeBlock
            label={tenants.step2}
            text={`secrets: [\n  '${secret ?? 'ts_…'}', // ${tenants.newSecret}\n  process.env.TENANT_SECRET, // ${tenants.oldSecret}\n]`}
          />
        </li>
        <li>
          <h3>{tenants.step3}</h3>
          <p class="muted">{tenants.step3Text}</p>
          {problem('activate')}
          {doneUntilMs === null ? (
            <>
              <Select
                label={tenants.grace}
                value={graceS}
                options={graceOptions(language)}
                onChange={setGraceS}
              />
              <Button
                kind={secret === null ? undefined : 'primary'}
                isBusy={busy === 'activate'}
                onClick={() => void activate()}
              >
                {tenants.activate}
              </Button>
            </>
          ) : (
            <Banner tone="online">{tenants.activated(language.format.minute(doneUntilMs))}</Banner>
          )}
          {tenant.callback_url_base !== null && doneUntilMs !== null && (
            <>
              {problem('test')}
              {isAccepted !== null && (
                <Banner tone={isAccepted ? 'online' : 'late'}>
                  {isAccepted ? tenants.accepted : tenants.notAccepted}
                </Banner>
              )}
              <Button isBusy={busy === 'test'} onClick={() => void test()}>
                {tenants.test}
              </Button>
            </>
          )}
        </li>
      </ol>
    </Section>
  );
}
