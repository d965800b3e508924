import { useState } from 'preact/hooks';
import type { ConsoleSession } from '@chat-relay/server/wire/accounts';
import { useConsole } from '../state/console';
import { useResource } from '../state/use-resource';
import { Button } from '../ui/button';
import { Badge, Banner } from '../ui/notes';
import { Icon } from '../ui/icon';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { Time } from '../ui/time';
import { useLanguage, type Language } from '../words/language';
import { deviceOf } from './device';
import { Section } from '../ui/section';

const MOST = 200;

export function SessionsTab() {
  const { api, toasts } = useConsole();
  const language = useLanguage();
  const { account, common } = language.words;
  const { data, error, put, reload } = useResource(
    'sessions',
    (from) => from.get('console/fetch/sessions', { query: { limit: MOST } }),
    { everyMs: 10_000 },
  );
  const [failed, setFailed] = useState<unknown>(null);
  const [busyId, setBusyId] = useState<string | null>(null);

  const change = async (id: string, work: () => Promise<void>): Promise<void> => {
    if (busyId !== null) return;
    setBusyId(id);
    setFailed(null);
    await work().catch(setFailed);
    setBusyId(null);
  };
  const end = (session: ConsoleSession): Promise<void> =>
    change(session.session_id, async () => {
      const { session_id } = session;
      await api.post('console/revoke/session', { session_id });
      // The list may have been read again while the request ran.
      put((known) => ({
        ...known,
        sessions: known.sessions.filter((one) => one.session_id !== session_id),
      }));
      void toasts.show(account.sessionEnded);
    });
  const endOthers = (): Promise<void> =>
    change('others', async () => {
      const { revoked } = await api.post('console/revoke/other-sessions');
      put((known) => ({ ...known, sessions: known.sessions.filter((one) => one.is_current) }));
      void toasts.show(account.othersEnded(revoked));
    });

  const sessions = data?.sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
  return (
    <div class="account-tab">
      <Section title={account.sessionsTitle} lead={account.sessionsLead}>
        {failed !== null && <Banner tone="late">{refusalText(failed, language)}</Banner>}
        {sessions ? (
          <>
            <ul class="lines">
              {sessions.map((session) => (
                <SessionLine
                  key={session.session_id}
                  session={session}
                  isBusy={busyId === session.session_id}
                  onEnd={() => void end(session)}
                />
              ))}
            </ul>
            {sessions.length > 1 ? (
              <Button isBusy={busyId === 'others'} onClick={() => void endOthers()}>
                {account.endOthers}
              </Button>
            ) : (
              <p class="muted">{account.onlyThis}</p>
            )}
          </>
        ) : error !== null ? (
          <>
            <Banner tone="late">{refusalText(error, language)}</Banner>
            <Button onClick={() => void reload()}>{common.retry}</Button>
          </>
        ) : (
          <SkeletonRows rows={3} heightPx={56} />
        )}
      </Section>
    </div>
  );
}

function SessionLine({
  session,
  isBusy,
  onEnd,
}: {
  session: ConsoleSession;
  isBusy: boolean;
  onEnd(): void;
}) {
  const language = useLanguage();
  const { account } = language.words;
  const name = deviceName(session.user_agent, language);
  return (
    <li>
      <span class="line-icon">
        <Icon name={deviceOf(session.user_agent).isPhone ? 'phone' : 'screen'} />
      </span>
      <div class="grow">
        <p class="line-title">
          <span data-title={session.user_agent}>{name}</span>
          {session.is_current && <Badge tone="online">{account.thisSession}</Badge>}
        </p>
        <p class="meta">
          {session.ip} · {account.lastSeen} <Time at={session.last_seen_at} /> ·{' '}
          {account.signedInAt} <Time at={session.created_at} form="date" />
        </p>
      </div>
      {!session.is_current && (
        <Button isBusy={isBusy} onClick={onEnd}>
          {account.endSession}
          <span class="hidden"> {name}</span>
        </Button>
      )}
    </li>
  );
}

function deviceName(userAgent: string, { words }: Language): string {
  const { program, system } = deviceOf(userAgent);
  if (program === null) return userAgent.slice(0, 60) || words.account.unknownDevice;
  return system === null ? program : words.account.deviceOn(program, system);
}
