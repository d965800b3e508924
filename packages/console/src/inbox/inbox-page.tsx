import { useConsole, useWorkspace } from '../state/console';
import { NoWorkspace } from '../state/no-workspace';
import { usePage } from '../state/use-page';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';
import { InboxScreen } from './inbox-screen';

export function InboxPage() {
  const { inbox } = useConsole();
  const { words } = useLanguage();
  const workspace = useWorkspace();
  usePage(words.inbox.title);
  if (!workspace) return <NoWorkspace />;
  return inbox.value ? <InboxScreen inbox={inbox.value} /> : <Loading title={words.inbox.title} />;
}

/** The frame of the inbox while its code and its conversations load. */
function Loading({ title }: { title: string }) {
  return (
    <div class="inbox">
      <section class="list">
        <header class="list-head loading">
          <h1>{title}</h1>
        </header>
        <SkeletonRows rows={8} heightPx={64} shape="row" />
      </section>
      <section class="pane" />
    </div>
  );
}
