import { useConsole, useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/page-title';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';
import { InboxScreen } from './inbox-screen';

/** The visitors' conversations. */
export function InboxPage() {
  const { inbox } = useConsole();
  const { words } = useLanguage();
  const workspace = useWorkspace();
  usePage(words.inbox.title);
  if (!workspace) return <NoWorkspace />;
  return inbox.value ? (
    <InboxScreen inbox={inbox.value} />
  ) : (
    <SkeletonRows rows={6} heightPx={56} />
  );
}
