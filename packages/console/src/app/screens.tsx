import { parseAddress } from '../browser/address';
import { paramsOf, ParamsProvider, useLocation } from '../state/location';
import { useEffect } from 'preact/hooks';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { SignInPage } from '../sign-in/sign-in-page';
import { useAccount, useConsole, useWorkspace } from '../state/console';
import { SkeletonRows } from '../ui/skeleton';
import { isWhole, useBaseLanguage } from '../words/language';
import { entrancePart, fetchEntrancePages, inboxPart, managementPart } from './loading/parts';
import { ConnectionBanner } from '../state/connection-banner';
import { NotAllowed, NotFound } from './not-found';
import { closedTo } from './pages';
import { Shell } from './shell/shell';

/** The pages after sign-in, by the pattern of their address. */
const PAGES: readonly (readonly [pattern: string, page: FunctionComponent])[] = [
  ['/console/inbox/:conversation?', inboxPart('InboxPage')],
  ['/console/tenants', managementPart('TenantsPage')],
  ['/console/tenants/:tenant/:tab?', managementPart('TenantPage')],
  ['/console/unanswered', managementPart('UnansweredPage')],
  ['/console/people/canned', managementPart('CannedPage')],
  ['/console/people/:tab?', managementPart('PeoplePage')],
  ['/console/callbacks', managementPart('CallbacksPage')],
  ['/console/callbacks/:event', managementPart('CallbackPage')],
  ['/console/reports', managementPart('ReportsPage')],
  ['/console/visitors', managementPart('VisitorsPage')],
  ['/console/audit/:tab?', managementPart('AuditPage')],
  ['/console/system/:tab?', managementPart('SystemPage')],
  ['/console/account/:tab?', managementPart('AccountPage')],
];

const SIGN_IN = '/console/sign-in';
const HOME = '/console/inbox';
const INVITATION = '/console/invitation';
/** The pages that need no sign-in. */
const OPEN: Readonly<Record<string, FunctionComponent>> = {
  [SIGN_IN]: SignIn,
  '/console/register': entrancePart('RegisterPage'),
  '/console/forgot-password': entrancePart('ForgotPage'),
  [INVITATION]: entrancePart('InvitationPage'),
};

/** Loads the other pages before sign-in early, because links on this one lead to them. */
function SignIn() {
  useEffect(fetchEntrancePages, []);
  return <SignInPage />;
}

/** Shows the screen of the current address, before or after sign-in. */
export function Screens() {
  const { session } = useConsole();
  const { path, url, query, route } = useLocation();
  const { kind } = session.state.value;
  const language = useBaseLanguage();
  const Open = OPEN[path];

  const elsewhere =
    kind === 'signed-out' && !Open
      ? signInBefore(url)
      : kind === 'signed-in' && (isEntrance(path) || path === '/console')
        ? destination(query['next'])
        : null;
  useEffect(() => {
    if (elsewhere !== null) route(elsewhere, true);
  }, [elsewhere]);

  if (elsewhere !== null) return null;
  if (kind === 'unknown' || (!Open && !isWhole(language))) return <Waiting />;
  if (Open) return <Open />;
  return (
    <Shell>
      <Allowed>
        <Page />
      </Allowed>
    </Shell>
  );
}

function Page() {
  const { path } = useLocation();
  for (const [pattern, Shown] of PAGES) {
    const params = paramsOf(pattern, path);
    if (params) {
      return (
        <ParamsProvider value={params}>
          <Shown />
        </ParamsProvider>
      );
    }
  }
  return <NotFound />;
}

/** Whether the page is hidden once a person is signed in. An invitation stays open. */
const isEntrance = (path: string): boolean => path in OPEN && path !== INVITATION;

/** Shows an operator who follows the address of an admin's page that it is not for them. */
function Allowed({ children }: { children: ComponentChildren }) {
  const isFor = closedTo(useLocation().path, useAccount(), useWorkspace());
  return isFor ? <NotAllowed isFor={isFor} /> : <>{children}</>;
}

const signInBefore = (url: string): string =>
  url === '/console/' || url === '/console' || url.startsWith(HOME + '?')
    ? SIGN_IN
    : `${SIGN_IN}?next=${encodeURIComponent(url)}`;

/** Where a sign-in leads: only to a page of the console, whatever `next` contains. */
function destination(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/console/')) return HOME;
  const { pathname, search } = parseAddress(next, location.origin) ?? { pathname: '', search: '' };
  return pathname.startsWith('/console/') && !isEntrance(pathname) ? pathname + search : HOME;
}

/** Shown until it is known who is signed in, and until the words of the screens are loaded. */
function Waiting() {
  return (
    <main class="alone">
      <ConnectionBanner />
      <SkeletonRows rows={3} heightPx={56} />
    </main>
  );
}
