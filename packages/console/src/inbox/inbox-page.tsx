import { usePage } from '../state/page-title';
import { Empty } from '../ui/notes';
import { useLanguage } from '../words/language';

/** The visitors' conversations. */
export function InboxPage() {
  const { words } = useLanguage();
  usePage(words.shell.inbox);
  return <Empty icon="inbox" title={words.shell.inbox} />;
}
