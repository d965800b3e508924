import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import { readItems } from '@chat-relay/desk/relay/listing';
import type { Api } from '../relay/api';
import { RelayRefusalError } from '../relay/refusals';
import { patiently } from './patience';
import type { GivenReply } from './records';

export type ReplyOutcome = 'created' | 'updated' | 'unchanged';

/** Makes a function that writes canned replies of a workspace, by their shortcuts. */
export function createReplyWriter(
  api: Api,
  workspaceId: string,
  isDryRun: boolean,
): (reply: GivenReply) => Promise<ReplyOutcome> {
  let stored: Map<string, CannedReply> | undefined;

  const read = async (): Promise<Map<string, CannedReply>> => {
    const { items } = await patiently(() =>
      readItems(
        api,
        {
          route: 'console/fetch/canned-replies',
          plural: 'canned_replies',
          query: { workspace_id: workspaceId },
        },
        { most: Infinity },
      ),
    );
    return new Map(items.map((reply) => [reply.shortcut, reply]));
  };

  const write = async (reply: GivenReply): Promise<ReplyOutcome> => {
    stored ??= await read();
    const known = stored.get(reply.shortcut);
    if (known?.content === reply.content && known.locale === reply.locale) return 'unchanged';
    if (!isDryRun && known) {
      const { canned_reply_id } = known;
      const changes = { content: reply.content, locale: reply.locale ?? null };
      await patiently(() =>
        api.post('console/update/canned-reply', { canned_reply_id, ...changes }),
      );
    }
    if (!isDryRun && !known) {
      await patiently(() =>
        api.post('console/create/canned-reply', { workspace_id: workspaceId, ...reply }),
      );
    }
    return known ? 'updated' : 'created';
  };

  return async (given) => {
    const reply = { ...given, shortcut: given.shortcut.trim() };
    try {
      return await write(reply);
    } catch (error) {
      // Another import has written it in the meantime, or this one has, and the response was lost.
      if (!(error instanceof RelayRefusalError && error.code === 'state_conflict')) throw error;
      stored = undefined;
      return write(reply);
    }
  };
}
