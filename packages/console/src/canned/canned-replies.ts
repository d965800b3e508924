import type { ResponseTo } from '@chat-relay/server/wire';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import { useConsole } from '../state/console';
import { useResource } from '../state/use-resource';
import type { Reader } from '../state/resources';

/** The fields of a canned reply that a person writes. A reply without a locale is for every language. */
export interface CannedFields {
  shortcut: string;
  content: string;
  locale?: string;
}

export interface CannedReplies {
  /** Sorted by shortcut; undefined until they are read. */
  all: CannedReply[] | undefined;
  error: unknown;
  reload(): Promise<void>;
  create(fields: CannedFields): Promise<void>;
  update(reply: CannedReply, fields: CannedFields): Promise<void>;
  remove(reply: CannedReply): Promise<void>;
}

const PAGE = 200;

export function useCannedReplies(workspaceId: string): CannedReplies {
  const { api } = useConsole();
  const { data, error, reload, put } = useResource(
    `canned-replies ${workspaceId}`,
    (from) => fetchAll(from, workspaceId),
    { lists: ['canned_replies'] },
  );
  const change = (make: (known: CannedReply[]) => CannedReply[]): void =>
    put((known) => make(known).toSorted((a, b) => a.shortcut.localeCompare(b.shortcut)));
  return {
    all: data,
    error,
    reload,
    async create({ shortcut, content, locale }) {
      const body = { workspace_id: workspaceId, shortcut, content, ...(locale && { locale }) };
      const made = await api.post('console/create/canned-reply', body);
      change((known) => [...known, made.canned_reply]);
    },
    async update({ canned_reply_id }, { shortcut, content, locale }) {
      const made = await api.post('console/update/canned-reply', {
        canned_reply_id,
        shortcut,
        content,
        locale: locale ?? null,
      });
      change((known) =>
        known.map((one) => (one.canned_reply_id === canned_reply_id ? made.canned_reply : one)),
      );
    },
    async remove({ canned_reply_id }) {
      await api.post('console/remove/canned-reply', { canned_reply_id });
      change((known) => known.filter((one) => one.canned_reply_id !== canned_reply_id));
    },
  };
}

async function fetchAll(api: Reader, workspaceId: string): Promise<CannedReply[]> {
  const found: CannedReply[] = [];
  let cursor: string | null = null;
  do {
    const answer: ResponseTo<'console/fetch/canned-replies'> = await api.get(
      'console/fetch/canned-replies',
      { query: { workspace_id: workspaceId, limit: PAGE, ...(cursor !== null && { cursor }) } },
    );
    found.push(...answer.canned_replies);
    cursor = answer.next_cursor;
  } while (cursor !== null);
  return found;
}
