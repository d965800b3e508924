import { useParams } from '../state/location';
import { useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/use-page';
import { Tabs } from '../ui/tabs';
import { useLanguage } from '../words/language';
import { InvitationsTab } from './invitations-tab';
import { MembersTab } from './members-tab';
import { OperatorsTab } from './operators-tab';

const TABS = { members: MembersTab, operators: OperatorsTab, invitations: InvitationsTab } as const;
const NAMES = ['members', 'operators', 'invitations'] as const;

const addressOf = (name: string): string => `/console/people/${name}`;

export function PeoplePage() {
  const { people } = useLanguage().words;
  const params = useParams();
  const workspace = useWorkspace();
  usePage(people.title);
  if (!workspace) return <NoWorkspace />;
  const name = NAMES.find((known) => known === params['tab']) ?? 'members';
  const Tab = TABS[name];
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{people.title}</h1>
          <p class="muted">{people.lead}</p>
        </div>
      </header>
      <Tabs
        label={people.title}
        tabs={NAMES.map((known) => ({ href: addressOf(known), label: people.tabs[known] }))}
        current={addressOf(name)}
      />
      <Tab key={workspace.workspace_id} workspace={workspace} />
    </div>
  );
}
