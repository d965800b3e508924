import { useEffect, useState } from 'preact/hooks';
import { Filters } from '../records/filters';
import { RecordList } from '../records/record-list';
import { queryOf, useUrlFilter } from '../records/url-filter';
import { useListing } from '../records/use-listing';
import { tenantOptions, useTenants } from '../records/use-tenants';
import { useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/use-page';
import { useResource } from '../state/use-resource';
import { Button } from '../ui/button';
import { Select } from '../ui/field';
import { Menu } from '../ui/menu';
import { Badge, Banner, Empty } from '../ui/notes';
import { SkeletonRows } from '../ui/skeleton';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';
import { outcomeText, STATE_TONES } from './health';
import { HealthPanel } from './health-panel';
import { ReceiverDialog } from './receiver-dialog';
import { ReplayDialog } from './replay-dialog';
import { EVENTS, STATES } from './filters';
import { TestDialog } from './test-dialog';

const NARROWING = ['state', 'event', 'conversation_id', 'since', 'until'];
/** Filter values that the relay accepts. The page's address may contain any other text. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  state: new RegExp(`^(${STATES.join('|')})$`),
  event: new RegExp(`^(${EVENTS.join('|')})$`),
  conversation_id: /^[0-9a-f]{24}$/,
};
const LOOK_AGAIN_MS = 5_000;

/** The log of a tenant's callbacks, with the receiver's responses. */
export function CallbacksPage() {
  const { callbacks } = useLanguage().words;
  const workspace = useWorkspace();
  usePage(callbacks.title);
  return workspace ? <OfWorkspace workspaceId={workspace.workspace_id} /> : <NoWorkspace />;
}

function OfWorkspace({ workspaceId }: { workspaceId: string }) {
  const { callbacks } = useLanguage().words;
  const filter = useUrlFilter();
  const { data: tenants } = useTenants(workspaceId);
  const wanted = filter.get('tenant');
  const tenant = tenants?.find(({ tenant_id }) => tenant_id === wanted) ?? tenants?.[0];
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{callbacks.title}</h1>
          <p class="muted">{callbacks.lead}</p>
        </div>
        {tenant && (
          <Select
            label={callbacks.tenant}
            value={tenant.tenant_id}
            options={tenantOptions(tenants)}
            onChange={(value) => filter.set({ tenant: value })}
          />
        )}
      </header>
      {tenants === undefined ? (
        <SkeletonRows rows={5} heightPx={48} />
      ) : !tenant ? (
        <Empty icon="inbox" title={callbacks.noTenant} />
      ) : (
        <>
          {tenant.callback_url_base === null && (
            <Banner tone="waiting">
              {callbacks.noAddress}{' '}
              <a href={`/console/tenants/${tenant.tenant_id}/secrets`}>{callbacks.setAddress}</a>
            </Banner>
          )}
          <OfTenant key={tenant.tenant_id} tenantId={tenant.tenant_id} />
        </>
      )}
    </div>
  );
}

function OfTenant({ tenantId }: { tenantId: string }) {
  const { words } = useLanguage();
  const { callbacks, common } = words;
  const filter = useUrlFilter();
  const [open, setOpen] = useState<'test' | 'replay' | 'receiver' | null>(null);
  const health = useResource(
    `callback-health ${tenantId}`,
    (api) =>
      api.get('console/fetch/callback-health', {
        query: { tenant_id: tenantId },
        isBackground: true,
      }),
    { everyMs: 10_000 },
  );
  const isWrong = (name: string): boolean => {
    const value = filter.get(name).trim();
    return value !== '' && PATTERNS[name]?.test(value) === false;
  };
  const problemOf = (name: string): string | undefined =>
    isWrong(name) ? common.notAccepted : undefined;
  const accepted = NARROWING.filter((name) => !isWrong(name));
  const listing = useListing(
    {
      route: 'console/fetch/callbacks',
      plural: 'callbacks',
      query: { tenant_id: tenantId, ...queryOf(filter, accepted) },
    },
    { everyMs: 10_000 },
  );
  const reload = (): void => {
    void health.reload();
    void listing.reload();
  };

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void health.reload();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [tenantId]);
  // After new callbacks the list is read again, unless the person has opened later pages of it.
  const { data } = health;
  const sign =
    data && [data.pending, data.dead, data.last_delivered_at, data.last_failure?.at].join();
  useEffect(() => {
    if (sign !== undefined && (listing.items?.length ?? 0) <= 50) void listing.reload();
  }, [sign]);

  const close = (): void => setOpen(null);
  return (
    <>
      {data && <HealthPanel tenantId={tenantId} health={data} onResumed={reload} />}
      <div class="bar wrap">
        <Button onClick={() => setOpen('test')}>{callbacks.test}</Button>
        <Button onClick={() => setOpen('replay')}>{callbacks.replay}</Button>
        <Menu
          label={callbacks.more}
          entries={[
            { label: callbacks.receiverCode, run: () => setOpen('receiver') },
            { label: callbacks.refresh, icon: 'refresh', run: reload },
          ]}
        />
      </div>
      <Filters
        filter={filter}
        fields={[
          {
            name: 'state',
            label: callbacks.state,
            options: STATES.map((value) => ({ value, label: callbacks.states[value] })),
            problem: problemOf('state'),
          },
          {
            name: 'event',
            label: callbacks.event,
            options: EVENTS.map((value) => ({ value, label: value })),
            problem: problemOf('event'),
          },
          {
            name: 'conversation_id',
            label: callbacks.conversation,
            problem: problemOf('conversation_id'),
          },
          { name: 'since', label: callbacks.since, kind: 'datetime-local' },
          { name: 'until', label: callbacks.until, kind: 'datetime-local' },
        ]}
      />
      <RecordList
        label={callbacks.title}
        listing={listing}
        keyOf={({ event_id }) => event_id}
        icon="inbox"
        emptyTitle={callbacks.emptyTitle}
        emptyText={callbacks.emptyText}
        columns={[
          {
            name: 'event',
            label: callbacks.event,
            cell: ({ event, event_id }) => <a href={`/console/callbacks/${event_id}`}>{event}</a>,
          },
          {
            name: 'state',
            label: callbacks.state,
            cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{callbacks.states[state]}</Badge>,
          },
          {
            name: 'outcome',
            label: callbacks.outcome,
            cell: ({ outcome }) => (outcome === null ? '–' : outcomeText(outcome, words)),
          },
          {
            name: 'attempts',
            label: callbacks.attempts,
            isFigure: true,
            cell: ({ attempt_count }) => attempt_count,
          },
          {
            name: 'created',
            label: callbacks.created,
            cell: ({ created_at }) => <Time at={created_at} />,
          },
        ]}
      />
      {open === 'test' && <TestDialog tenantId={tenantId} onClose={close} />}
      {open === 'receiver' && <ReceiverDialog onClose={close} />}
      {open === 'replay' && (
        <ReplayDialog
          tenantId={tenantId}
          onClose={close}
          onDone={() => {
            close();
            reload();
          }}
        />
      )}
    </>
  );
}
