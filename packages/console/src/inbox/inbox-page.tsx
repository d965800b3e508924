import { useConsole } from '../state/console';
import { usePage } from '../state/page-title';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';
import { InboxScreen } from './inbox-screen';

/** The visitors' conversations. */
export function InboxPage() {
  const { inbox } = useConsole();
  const { words } = useLanguage();
  usePage(words.inbox.title);
  return inbox.value ? (
    <InboxScreen inbox={inbox.value} />
  ) : (
    <SkeletonRows rows={6} heightPx={56} />
  );
}
