import { Route, Router, useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import type { AnyComponent, ComponentChildren } from 'preact';
import { ForgotPage } from '../sign-in/forgot-page';
import { InvitationPage } from '../sign-in/invitation-page';
import { RegisterPage } from '../sign-in/register-page';
import { SignInPage } from '../sign-in/sign-in-page';
import { useAccount, useConsole, useWorkspace } from '../state/console';
import { SkeletonRows } from '../ui/skeleton';
import { isWhole, useBaseLanguage } from '../words/language';
import { lazyPage } from './loading/lazy-page';
import { ConnectionBanner } from '../state/connection-banner';
import { NotAllowed, NotFound } from './not-found';
import { closedTo } from './pages';
import { Shell } from './shell/shell';

type PageName = Extract<keyof typeof import('./signed-in-pages'), `${string}Page`>;
const page = (name: PageName) =>
  lazyPage(() => import('./signed-in-pages').then((file): AnyComponent => file[name]));
const InboxPage = page('InboxPage');
const AccountPage = page('AccountPage');
const AuditPage = page('AuditPage');
const CallbackPage = page('CallbackPage');
const CallbacksPage = page('CallbacksPage');
const CannedPage = page('CannedPage');
const PeoplePage = page('PeoplePage');
const ReportsPage = page('ReportsPage');
const SystemPage = page('SystemPage');
const TenantPage = page('TenantPage');
const TenantsPage = page('TenantsPage');
const UnansweredPage = page('UnansweredPage');

const SIGN_IN = '/console/sign-in';
const HOME = '/console/inbox';
/** Shown to anyone who is not signed in. */
const ENTRANCES = [SIGN_IN, '/console/register', '/console/forgot-password'];
/** Shown to both. */
const INVITATION = '/console/invitation';

/** Which screen an address shows, to someone signed in or not. */
export function Screens() {
  const { session } = useConsole();
  const { path, url, query, route } = useLocation();
  const { kind } = session.state.value;
  const language = useBaseLanguage();
  const isEntrance = ENTRANCES.includes(path);
  const isOpen = isEntrance || path === INVITATION;

  const elsewhere =
    kind === 'signed-out' && !isOpen
      ? signInBefore(url)
      : kind === 'signed-in' && (isEntrance || path === '/console')
        ? destination(query['next'])
        : null;
  useEffect(() => {
    if (elsewhere !== null) route(elsewhere, true);
  }, [elsewhere]);

  if (elsewhere !== null) return null;
  if (kind === 'unknown' || (!isOpen && !isWhole(language))) return <Waiting />;
  if (isOpen) {
    return (
      <Router>
        <Route path={SIGN_IN} component={SignInPage} />
        <Route path="/console/register" component={RegisterPage} />
        <Route path="/console/forgot-password" component={ForgotPage} />
        <Route path={INVITATION} component={InvitationPage} />
      </Router>
    );
  }
  return (
    <Shell>
      <Allowed>
        <Router>
          <Route path="/console/inbox/:conversation?" component={InboxPage} />
          <Route path="/console/tenants" component={TenantsPage} />
          <Route path="/console/tenants/:tenant/:tab?" component={TenantPage} />
          <Route path="/console/unanswered" component={UnansweredPage} />
          <Route path="/console/people/canned" component={CannedPage} />
          <Route path="/console/people/:tab?" component={PeoplePage} />
          <Route path="/console/callbacks" component={CallbacksPage} />
          <Route path="/console/callbacks/:event" component={CallbackPage} />
          <Route path="/console/reports" component={ReportsPage} />
          <Route path="/console/audit/:tab?" component={AuditPage} />
          <Route path="/console/system/:tab?" component={SystemPage} />
          <Route path="/console/account/:tab?" component={AccountPage} />
          <Route default component={NotFound} />
        </Router>
      </Allowed>
    </Shell>
  );
}

/** An operator who follows the address of an admin's page is told so. */
function Allowed({ children }: { children: ComponentChildren }) {
  const isFor = closedTo(useLocation().path, useAccount(), useWorkspace());
  return isFor ? <NotAllowed isFor={isFor} /> : <>{children}</>;
}

const signInBefore = (url: string): string =>
  url === '/console/' || url === '/console' || url.startsWith(HOME + '?')
    ? SIGN_IN
    : `${SIGN_IN}?next=${encodeURIComponent(url)}`;

/** Where a sign-in leads: a page of the console, whatever the address asks for. */
function destination(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/console/')) return HOME;
  const { pathname, search } = new URL(next, location.origin);
  return pathname.startsWith('/console/') && !ENTRANCES.includes(pathname)
    ? pathname + search
    : HOME;
}

/** Until the relay has said who is signed in, and the words of the screens are here. */
function Waiting() {
  return (
    <main class="alone">
      <ConnectionBanner />
      <SkeletonRows rows={3} heightPx={56} />
    </main>
  );
}
