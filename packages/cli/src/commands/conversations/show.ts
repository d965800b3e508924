import { createInboxRelay } from '../../inbox/relay';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { table } from '../../terminal/table';
import { filesOf } from './files';

/** Shows a conversation, the pages that its visitor was on, and its files. */
export async function showConversation(
  options: GlobalOptions,
  conversationId: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const found = await api.get('console/fetch/conversation', {
    query: { conversation_id: conversationId },
  });
  const { conversation: row, pages } = found;
  const files = await filesOf(createInboxRelay(api), conversationId);
  const facts = {
    conversation: row.conversation_id,
    status: row.status,
    operator: row.operator_display_name,
    session: row.visitor_session_id,
    user: row.visitor.user_id,
    visitor: row.visitor.unverified.display_name,
    tags: row.tags.join(', '),
    origin: row.origin,
    'last message': row.last_message?.preview,
  };
  const shown = files.map(({ url: _opens, url_expires_at: _ends, ...file }) => file);
  printResult(options.json, { ...found, attachments: shown }, () =>
    [
      ...Object.entries(facts).flatMap(([name, value]) =>
        value ? [`${name}: ${sanitiseLine(value)}`] : [],
      ),
      ...(pages.length > 0
        ? [
            '',
            table(
              ['SINCE', 'PAGE', 'TITLE'],
              pages.map(({ at, url, title }) => [at, sanitiseLine(url), sanitiseLine(title)]),
            ),
          ]
        : []),
      ...(files.length > 0
        ? [
            '',
            table(
              ['MESSAGE', 'FILE', 'TYPE', 'BYTES', 'SCAN', 'ID'],
              files.map((file) => [
                String(file.seq),
                file.name,
                file.type,
                String(file.bytes),
                file.scan,
                file.upload_id,
              ]),
            ),
          ]
        : []),
    ].join('\n'),
  );
}
