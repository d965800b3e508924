import { usePage } from '../state/page-title';
import { Empty } from '../ui/notes';
import { useBaseLanguage } from '../words/language';

export function NotFound() {
  const { words } = useBaseLanguage();
  usePage(words.shell.notFoundTitle);
  return (
    <Empty icon="search" isPage title={words.shell.notFoundTitle}>
      <p>{words.shell.notFoundText}</p>
      <a class="button" href="/console/inbox">
        {words.shell.toInbox}
      </a>
    </Empty>
  );
}
