import { useState } from 'preact/hooks';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import { useConsole, useWorkspace } from '../state/console';
import { usePage } from '../state/use-page';
import { NoWorkspace } from '../state/no-workspace';
import { Button } from '../ui/button';
import { Badge, Banner, Empty } from '../ui/notes';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';
import { matches } from '../words/search';
import { CannedDialog } from './canned-dialog';
import { useCannedReplies } from './canned-replies';

export function CannedPage() {
  const { canned } = useLanguage().words;
  const workspace = useWorkspace();
  usePage(canned.title);
  return workspace ? <CannedList workspaceId={workspace.workspace_id} /> : <NoWorkspace />;
}

function CannedList({ workspaceId }: { workspaceId: string }) {
  const { toasts } = useConsole();
  const language = useLanguage();
  const { canned, common } = language.words;
  const replies = useCannedReplies(workspaceId);
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<CannedReply | 'new' | null>(null);
  const [failed, setFailed] = useState<unknown>(null);

  const remove = async (reply: CannedReply): Promise<void> => {
    setFailed(null);
    try {
      await replies.remove(reply);
      const outcome = await toasts.show(canned.removed(reply.shortcut), { action: common.undo });
      if (outcome === 'acted') await replies.create(reply);
    } catch (error) {
      setFailed(error);
    }
  };

  const storedOf = ({ canned_reply_id: id }: CannedReply): CannedReply | undefined =>
    replies.all?.find(({ canned_reply_id }) => canned_reply_id === id);
  const shown = replies.all?.filter(
    ({ shortcut, content }) => matches(shortcut, query) || matches(content, query),
  );
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
      {canned.add}
    </Button>
  );
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{canned.title}</h1>
          <p class="muted">{canned.lead}</p>
        </div>
        {replies.all && replies.all.length > 0 && add}
      </header>
      {failed !== null && <Banner tone="late">{refusalText(failed, language)}</Banner>}
      {replies.all && replies.all.length > 0 && (
        <div class="canned-search">
          <Icon name="search" />
          <input
            class="input"
            type="search"
            aria-label={canned.search}
            placeholder={canned.search}
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        </div>
      )}
      {shown === undefined ? (
        replies.error === null ? (
          <SkeletonRows rows={4} heightPx={64} />
        ) : (
          <>
            <Banner tone="late">{refusalText(replies.error, language)}</Banner>
            <Button onClick={() => void replies.reload()}>{common.retry}</Button>
          </>
        )
      ) : replies.all?.length === 0 ? (
        <Empty icon="replies" title={canned.emptyTitle}>
          <p>{canned.emptyText}</p>
          {add}
        </Empty>
      ) : shown.length === 0 ? (
        <p class="muted" role="status">
          {canned.nothingFound}
        </p>
      ) : (
        <ul class="canned-list">
          {shown.map((reply) => (
            <li key={reply.canned_reply_id}>
              <button type="button" class="canned-open" onClick={() => setOpen(reply)}>
                <span class="canned-title">
                  <bdi class="mono">/{reply.shortcut}</bdi>
                  {reply.locale !== undefined && <Badge>{reply.locale.toUpperCase()}</Badge>}
                </span>
                <span class="canned-text" dir="auto">
                  {reply.content}
                </span>
              </button>
              <Menu
                label={canned.actionsOf(reply.shortcut)}
                entries={[
                  { label: common.edit, icon: 'edit', run: () => setOpen(reply) },
                  {
                    label: common.remove,
                    icon: 'trash',
                    isDanger: true,
                    run: () => void remove(reply),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <CannedDialog
          reply={open === 'new' ? null : open}
          stored={open === 'new' ? undefined : storedOf(open)}
          onClose={() => setOpen(null)}
          onSave={async (fields) => {
            // Saving a reply that a colleague has deleted creates it again.
            const stored = open === 'new' ? undefined : storedOf(open);
            await (stored ? replies.update(stored, fields) : replies.create(fields));
            setOpen(null);
            void toasts.show(common.saved);
          }}
        />
      )}
    </div>
  );
}
