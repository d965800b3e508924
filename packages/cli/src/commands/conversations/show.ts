import type { Page, Row } from '@chat-relay/console/desk/wire';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { table } from '../../terminal/table';

/** One conversation, with the pages that its visitor was on. */
export async function showConversation(
  options: GlobalOptions,
  conversationId: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const found = await api.get<{ conversation: Row; pages?: Page[] }>('console/fetch/conversation', {
    query: { conversation_id: conversationId },
  });
  const { conversation: row, pages = [] } = found;
  const facts = {
    conversation: row.conversation_id,
    status: row.status,
    operator: row.operator_display_name,
    visitor: row.visitor.user_id ?? row.visitor.unverified.display_name,
    tags: row.tags?.join(', '),
    origin: row.origin,
    'last message': row.last_message?.preview,
  };
  printResult(options.json, found, () =>
    [
      ...Object.entries(facts).flatMap(([name, value]) =>
        value ? [`${name}: ${sanitiseLine(value)}`] : [],
      ),
      ...(pages.length > 0
        ? [
            '',
            table(
              ['SINCE', 'PAGE', 'TITLE'],
              pages.map(({ at, url, title }) => [at, sanitiseLine(url), sanitiseLine(title ?? '')]),
            ),
          ]
        : []),
    ].join('\n'),
  );
}
