import type { ComponentChildren } from 'preact';
import { PRESENCE_RANK } from '@chat-relay/desk/selectors';
import type { Operator } from '@chat-relay/server/wire/operators';
import { PresenceBadge } from '../../ui/presence-badge';
import { HealthPanel } from '../../callbacks/health-panel';
import { Loaded } from '../../records/loaded';
import { useResource } from '../../state/use-resource';
import { usePolling } from '../../state/use-polling';
import { Section } from '../../ui/section';
import { Tile } from '../../ui/tile';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';

const EVERY_MS = 10_000;
const MOST = 200;

/** The number of waiting visitors, and the presence of the tenant's operators. */
export function OverviewTab() {
  const { words, format } = useLanguage();
  const { tenants, inbox } = words;
  const { tenant } = useOpenTenant();
  const { tenant_id: id, workspace_id } = tenant;
  const read = { query: { workspace_id, limit: MOST }, isBackground: true };
  const queue = useResource(
    `queue-summary ${workspace_id}`,
    (api) =>
      api.get('console/fetch/queue-summary', {
        query: { workspace_id },
        isBackground: true,
      }),
    'polled',
  );
  const operators = useResource(
    `operators ${workspace_id}`,
    (api) => api.get('console/fetch/operators', read),
    { lists: ['operators'] },
  );
  const health = useResource(
    `callback-health ${id}`,
    (api) =>
      api.get('console/fetch/callback-health', {
        query: { tenant_id: id },
        isBackground: true,
      }),
    'polled',
  );
  usePolling(() => {
    void health.reload();
    void queue.reload();
    void operators.reload();
  }, EVERY_MS);
  return (
    <>
      <Section title={tenants.queue} lead={tenants.queueLead}>
        <Loaded from={queue} rows={1}>
          {(summary) => {
            const own = summary.tenants.find((one) => one.tenant_id === id);
            const wait = own?.longest_wait_s ?? null;
            const figures: [label: string, value: ComponentChildren][] = [
              [inbox.states.WAITING, format.number(own?.waiting ?? 0)],
              [tenants.longestWait, wait === null ? '–' : format.duration(wait)],
              [inbox.states.ASSIGNED, format.number(own?.assigned ?? 0)],
              [inbox.states.BOT, format.number(own?.bot ?? 0)],
            ];
            return (
              <dl class="figures-list large">
                {figures.map(([label, value]) => (
                  <div key={label}>
                    <dt class="meta">{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            );
          }}
        </Loaded>
        <a href={`/console/inbox?tenant=${id}`}>{words.shell.toInbox}</a>
      </Section>
      {tenant.callback_url_base !== null && (
        <Section title={words.callbacks.title} lead={tenants.callbackLead}>
          <Loaded from={health} rows={2}>
            {(known) => (
              <HealthPanel tenantId={id} health={known} onResumed={() => void health.reload()} />
            )}
          </Loaded>
          <a href={`/console/callbacks?tenant=${id}`}>{words.callbacks.title}</a>
        </Section>
      )}
      <Section title={tenants.operators} lead={tenants.operatorsLead}>
        <Loaded from={operators} rows={2}>
          {(answer) => <Operators all={answer.operators.filter((one) => serves(one, id))} />}
        </Loaded>
      </Section>
    </>
  );
}

const serves = ({ tenant_ids }: Operator, id: string): boolean => tenant_ids.includes(id);

function Operators({ all }: { all: Operator[] }) {
  const { tenants } = useLanguage().words;
  if (all.length === 0) return <p class="muted">{tenants.noOperators}</p>;
  return (
    <ul class="lines">
      {all
        .toSorted((a, b) => PRESENCE_RANK[a.presence] - PRESENCE_RANK[b.presence])
        .map(({ operator_id, account_id, display_name, ...one }) => (
          <li key={operator_id}>
            <Tile id={account_id} name={display_name} size="small" />
            <span class="grow">
              <bdi>{display_name}</bdi>
            </span>
            <PresenceBadge of={one} />
          </li>
        ))}
    </ul>
  );
}
