import { useParams } from '../state/location';
import { Loaded } from '../records/loaded';
import { useConsole } from '../state/console';
import { usePage } from '../state/use-page';
import { useResource } from '../state/use-resource';
import type { Reader } from '../state/resources';
import { BackLink } from '../ui/back-link';
import { Banner } from '../ui/notes';
import { SkeletonRows } from '../ui/skeleton';
import { PageList, type PageGroup } from './page-list';
import { Tile } from '../ui/tile';
import { useLanguage } from '../words/language';
import type { Words } from '../words/words';
import { OpenTenantContext } from './open-tenant';
import type { Tenant } from '@chat-relay/server/wire/tenants';
import { StatusBadge } from './status-badge';
import { BotTab } from './tabs/bot/bot-tab';
import { DangerTab } from './tabs/danger-tab';
import { HoursTab } from './tabs/hours/hours-tab';
import { InstallTab } from './tabs/install-tab';
import { KnowledgeTab } from './tabs/knowledge/knowledge-tab';
import { OriginsTab } from './tabs/origins-tab';
import { OverviewTab } from './tabs/overview-tab';
import { ReportsTab } from './tabs/reports-tab';
import { SecretsTab } from './tabs/secrets/secrets-tab';
import { UnansweredTab } from './tabs/bot/unanswered-tab';
import { WidgetTab } from './tabs/widget-tab';

const TABS = {
  overview: OverviewTab,
  reports: ReportsTab,
  install: InstallTab,
  widget: WidgetTab,
  bot: BotTab,
  unanswered: UnansweredTab,
  knowledge: KnowledgeTab,
  hours: HoursTab,
  origins: OriginsTab,
  secrets: SecretsTab,
  danger: DangerTab,
} as const;

type TabName = keyof typeof TABS;

const NAMES = Object.keys(TABS) as TabName[];

type GroupName = keyof Words['tenants']['groups'];

/** The tenant's pages, grouped as in their list. */
const GROUPS: readonly PageGroup<GroupName, TabName>[] = [
  { name: 'activity', pages: ['overview', 'reports', 'unanswered'] },
  { name: 'widget', pages: ['install', 'widget', 'origins'] },
  { name: 'answers', pages: ['bot', 'knowledge', 'hours'] },
  { name: 'administration', pages: ['secrets', 'danger'] },
];

/** A tenant's overview, reports and settings. */
export function TenantPage() {
  const { api } = useConsole();
  const { words } = useLanguage();
  const params = useParams();
  const id = params['tenant'] ?? '';
  const read = async (from: Reader = api): Promise<Tenant> => {
    const query = { tenant_id: id };
    return (await from.get('console/fetch/tenant', { query })).tenant;
  };
  const resource = useResource(`tenant ${id}`, read, { lists: ['tenants', 'settings'], id });
  const put = (tenant: Tenant): void => resource.put(() => tenant);
  const refresh = async (): Promise<Tenant> => {
    const tenant = await read();
    put(tenant);
    return tenant;
  };
  const chosen = NAMES.find((name) => name === params['tab']);
  const tab = chosen ?? 'overview';
  const isRefused = resource.error !== null && !resource.data;
  return (
    <div class={chosen ? 'page tenant-page' : 'page tenant-page is-index'}>
      {isRefused ? (
        <h1>
          <a href="/console/tenants">{words.tenants.title}</a>
        </h1>
      ) : (
        <Head id={id} tenant={resource.data} tab={tab} isIndex={!chosen} />
      )}
      <div class="tenant-body">
        {!isRefused && (
          <PageList
            label={resource.data?.tenant_name ?? words.tenants.title}
            groups={GROUPS}
            titleOf={(group) => words.tenants.groups[group]}
            nameOf={(page) => words.tenants.tabs[page]}
            hrefOf={(page) => `/console/tenants/${id}/${page}`}
            current={tab}
          />
        )}
        <div class="tenant-content">
          <Loaded from={resource}>
            {(tenant) => {
              const Tab = TABS[tab];
              return (
                <OpenTenantContext.Provider value={{ tenant, put, refresh }}>
                  <div class="tenant-tab" key={`${id} ${tab}`}>
                    <Tab />
                  </div>
                </OpenTenantContext.Provider>
              );
            }}
          </Loaded>
        </div>
      </div>
    </div>
  );
}

/** The head of all pages of a tenant. Its links work before the tenant is loaded. */
function Head({
  id,
  tenant,
  tab,
  isIndex,
}: {
  id: string;
  tenant: Tenant | undefined;
  tab: TabName;
  /** Whether the list of pages is shown in place of a page, on screens without room for both. */
  isIndex: boolean;
}) {
  const { words, format } = useLanguage();
  const { tenants } = words;
  const addressOf = (other: TabName): string => `/console/tenants/${id}/${other}`;
  const name = tenant?.tenant_name ?? tenants.title;
  const deletesAt = tenant?.deletes_at ?? null;
  usePage(tenant ? `${tenants.tabs[tab]} · ${name}` : name);
  return (
    <>
      <header class="tenant-head">
        <BackLink href="/console/tenants">{tenants.title}</BackLink>
        {!isIndex && (
          <span class="to-index">
            <BackLink href={`/console/tenants/${id}`}>{name}</BackLink>
          </span>
        )}
        {tenant ? (
          <div class="bar">
            <Tile id={id} name={name} isSquare />
            <h1>
              <bdi>{name}</bdi>
            </h1>
            <StatusBadge status={tenant.status} />
          </div>
        ) : (
          <SkeletonRows rows={1} heightPx={32} />
        )}
      </header>
      {deletesAt !== null && (
        <Banner tone="late">
          {tenants.deletesAt(format.minute(Date.parse(deletesAt)))}{' '}
          {tab !== 'danger' && <a href={addressOf('danger')}>{tenants.restore}</a>}
        </Banner>
      )}
      {tenant?.status === 'suspended' && (
        <Banner tone="waiting">
          {tenants.isSuspended}{' '}
          <a href="/console/audit?action=tenant.suspended">{words.audit.title}</a>
        </Banner>
      )}
    </>
  );
}
