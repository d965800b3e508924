import type { Row } from '@chat-relay/desk/wire';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { nameKey } from '../../terminal/typed-name';

export interface TagOptions extends GlobalOptions {
  add?: string[];
  remove?: string[];
  /** Tags with commas between them. */
  set?: string;
}

/** Changes the tags of a conversation, or shows them. A change that a colleague makes at the same time may be lost. */
export async function tagConversation(options: TagOptions, conversation_id: string): Promise<void> {
  const { api } = requireLogin(options);
  const { add, remove, set } = options;
  const write = async (tags: readonly string[]): Promise<Row> => {
    const body = { conversation_id, tags };
    return (await api.post('console/update/conversation', body)).conversation;
  };
  const read = async (): Promise<Row> => {
    const query = { conversation_id };
    return (await api.get('console/fetch/conversation', { query })).conversation;
  };
  let conversation: Row;
  if (set !== undefined) conversation = await write(set.split(',').filter((tag) => tag.trim()));
  else {
    conversation = await read();
    if (add || remove) conversation = await write(changed(conversation.tags, add, remove));
  }
  const { tags } = conversation;
  printResult(options.json, { conversation_id, tags }, () =>
    tags.length === 0 ? 'It has no tags.' : tags.map(sanitiseLine).join('\n'),
  );
}

/** Adds and removes tags. Two tags are the same if the relay would treat them so. */
function changed(
  tags: readonly string[],
  add: readonly string[] = [],
  remove: readonly string[] = [],
): string[] {
  const gone = new Set(remove.map(nameKey));
  return [...tags, ...add].filter((tag) => !gone.has(nameKey(tag)));
}
