import { useParams } from '../state/location';
import { AuditList } from '../audit/audit-list';
import { usePage } from '../state/use-page';
import { Tabs } from '../ui/tabs';
import { useLanguage } from '../words/language';
import { AdminsTab } from './admins-tab';
import { StatsTab } from './stats-tab';
import { TenantsTab } from './tenants-tab';
import { WorkspacesTab } from './workspaces-tab';

const TABS = {
  stats: StatsTab,
  workspaces: WorkspacesTab,
  tenants: TenantsTab,
  admins: AdminsTab,
  audit: () => <AuditList route="console/system/fetch/audit-log" query={{}} />,
} as const;

const NAMES = ['stats', 'workspaces', 'tenants', 'admins', 'audit'] as const;

const addressOf = (name: string): string => `/console/system/${name}`;

export function SystemPage() {
  const { system } = useLanguage().words;
  const params = useParams();
  usePage(system.title);
  const name = NAMES.find((known) => known === params['tab']) ?? 'stats';
  const Tab = TABS[name];
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{system.title}</h1>
          <p class="muted">{system.lead}</p>
        </div>
      </header>
      <Tabs
        label={system.title}
        tabs={NAMES.map((known) => ({ href: addressOf(known), label: system.tabs[known] }))}
        current={addressOf(name)}
      />
      <Tab />
    </div>
  );
}
