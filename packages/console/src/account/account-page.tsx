import { useLocation, useParams } from '../state/location';
import { usePage } from '../state/use-page';
import { Tabs } from '../ui/tabs';
import { useLanguage } from '../words/language';
import { PreferencesTab } from './preferences-tab';
import { ProfileTab } from './profile-tab';
import { SecurityTab } from './security-tab';
import { SessionsTab } from './sessions-tab';

const TABS = {
  profile: ProfileTab,
  security: SecurityTab,
  sessions: SessionsTab,
  preferences: PreferencesTab,
} as const;

const NAMES = ['profile', 'security', 'sessions', 'preferences'] as const;

const addressOf = (name: string): string => `/console/account/${name}`;

export function AccountPage() {
  const { account } = useLanguage().words;
  const params = useParams();
  const { path } = useLocation();
  const name = NAMES.find((known) => known === params['tab']) ?? 'profile';
  const Tab = TABS[name];
  usePage(account.title);
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{account.title}</h1>
          <p class="muted">{account.lead}</p>
        </div>
      </header>
      <Tabs
        label={account.title}
        tabs={NAMES.map((known) => ({ href: addressOf(known), label: account.tabs[known] }))}
        current={path === '/console/account' ? addressOf('profile') : path}
      />
      <Tab />
    </div>
  );
}
