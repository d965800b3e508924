import { useLocation, useParams } from '../state/location';
import { useEffect } from 'preact/hooks';
import { CodeBlock } from '../records/code-block';
import { useAct } from '../records/use-act';
import { useTenants } from '../records/use-tenants';
import { useConsole, useWorkspace } from '../state/console';
import { usePage } from '../state/use-page';
import { useResource } from '../state/use-resource';
import { BackLink } from '../ui/back-link';
import { Button } from '../ui/button';
import { DataTable } from '../ui/data-table';
import { Badge, Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';
import { curlOf } from './curl';
import { outcomeText, STATE_TONES } from './health';
import type { CallbackDetail } from '@chat-relay/server/wire/callbacks/console';

const LOOK_AGAIN_MS = 3_000;

/** One callback: the event that was sent, each attempt, and what happens next. */
export function CallbackPage() {
  const params = useParams();
  const language = useLanguage();
  const { callbacks } = language.words;
  const eventId = params['event'] ?? '';
  const { data, error, reload } = useResource(
    `callback ${eventId}`,
    async (from) => {
      const query = { event_id: eventId };
      return (await from.get('console/fetch/callback', { query })).callback;
    },
    'polled',
  );
  const isWaiting = data?.next_attempt_at != null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void reload();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, eventId]);
  usePage(data?.event ?? callbacks.title);
  return (
    <div class="page">
      <BackLink href={data ? `/console/callbacks?tenant=${data.tenant_id}` : '/console/callbacks'}>
        {callbacks.title}
      </BackLink>
      {error !== null && !data && <h1>{eventId}</h1>}
      {error !== null && <Banner tone="late">{refusalText(error, language)}</Banner>}
      {data ? (
        <Detail callback={data} onChanged={() => void reload()} />
      ) : (
        error === null && <SkeletonRows rows={4} heightPx={48} />
      )}
    </div>
  );
}

function Detail({ callback, onChanged }: { callback: CallbackDetail; onChanged(): void }) {
  const { api } = useConsole();
  const { route } = useLocation();
  const { words } = useLanguage();
  const { callbacks } = words;
  const act = useAct();
  const { data: tenants } = useTenants(useWorkspace()?.workspace_id ?? '');
  const address = tenants?.find((one) => one.tenant_id === callback.tenant_id)?.callback_url_base;
  const isSettled = callback.state === 'delivered' || callback.state === 'dead';

  const resend = (force: boolean): Promise<void> =>
    act(async () => {
      const sent = await api.post('console/resend/callback', {
        event_id: callback.event_id,
        force,
      });
      if (force) route(`/console/callbacks/${sent.callback.event_id}`);
      else onChanged();
    }, callbacks.resent);

  return (
    <>
      <header class="page-head">
        <div>
          <h1>{callback.event}</h1>
          <p class="meta mono">{callback.event_id}</p>
        </div>
        <div class="bar wrap">
          <Button onClick={() => void resend(true)}>{callbacks.sendCopy}</Button>
          <Button kind="primary" onClick={() => void resend(false)}>
            {isSettled ? callbacks.resend : callbacks.sendNow}
          </Button>
        </div>
      </header>
      <dl class="figures-list">
        <div>
          <dt class="meta">{callbacks.state}</dt>
          <dd>
            <span role="status">
              <Badge tone={STATE_TONES[callback.state]}>{callbacks.states[callback.state]}</Badge>
            </span>
          </dd>
        </div>
        <div>
          <dt class="meta">{callbacks.created}</dt>
          <dd>
            <Time at={callback.created_at} />
          </dd>
        </div>
        <div>
          <dt class="meta">{callbacks.conversation}</dt>
          <dd>
            <a href={`/console/inbox/${callback.conversation_id}`} class="mono">
              {callback.conversation_id}
            </a>{' '}
            #{callback.sequence}
          </dd>
        </div>
        {callback.next_attempt_at !== null && (
          <div>
            <dt class="meta">{callbacks.nextAttempt}</dt>
            <dd>
              <Time at={callback.next_attempt_at} form="time" />
            </dd>
          </div>
        )}
        {callback.replay_of !== null && (
          <div>
            <dt class="meta">{callbacks.copyOf}</dt>
            <dd>
              <a href={`/console/callbacks/${callback.replay_of}`} class="mono">
                {callback.replay_of}
              </a>
            </dd>
          </div>
        )}
      </dl>
      <h2>{callbacks.attempts}</h2>
      {callback.attempts.length === 0 ? (
        <p class="muted">{callbacks.noAttempt}</p>
      ) : (
        <DataTable
          label={callbacks.attempts}
          rows={callback.attempts}
          keyOf={({ attempted_at }) => attempted_at}
          columns={[
            {
              name: 'at',
              label: callbacks.attemptedAt,
              cell: ({ attempted_at }) => <Time at={attempted_at} />,
            },
            {
              name: 'status',
              label: callbacks.outcome,
              cell: ({ outcome }) => outcomeText(outcome, words),
            },
            {
              name: 'duration',
              label: callbacks.duration,
              isFigure: true,
              cell: ({ duration_ms }) => `${duration_ms} ms`,
            },
            {
              name: 'answer',
              label: callbacks.answer,
              cell: ({ answer }) => <code class="answer">{answer || '–'}</code>,
            },
          ]}
        />
      )}
      <h2>{callbacks.body}</h2>
      <CodeBlock label={callbacks.body} text={JSON.stringify(callback.body, null, 2)} />
      {address && (
        <details>
          <summary>{callbacks.curl}</summary>
          <p class="muted">{callbacks.curlLead}</p>
          <CodeBlock label="curl" text={curlOf(address, callback.body)} />
        </details>
      )}
    </>
  );
}
