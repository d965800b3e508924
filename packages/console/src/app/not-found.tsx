import { usePage } from '../state/use-page';
import { Empty } from '../ui/notes';
import { useBaseLanguage } from '../words/language';

/** Shown in place of a page that this person's role may not open. */
export function NotAllowed({ isFor }: { isFor: 'admins' | 'system' }) {
  const { words } = useBaseLanguage();
  usePage(words.shell.notAllowedTitle);
  return (
    <Empty icon="lock" isPage title={words.shell.notAllowedTitle}>
      <p>{words.shell.notAllowed[isFor]}</p>
      <a class="button" href="/console/inbox">
        {words.shell.toInbox}
      </a>
    </Empty>
  );
}

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
