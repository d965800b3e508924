import { useEffect, useState } from 'preact/hooks';
import type { Row } from '@chat-relay/desk/wire';
import { Time } from '../../ui/time';
import { useLanguage } from '../../words/language';
import { inboxAddress, type Filter } from '../model/filter';
import type { Inbox } from '../model/inbox';
import { previewOf } from '../model/visitor';

/** Other conversations of an identified visitor. Those of an anonymous one can't be linked. */
export function EarlierConversations({
  inbox,
  filter,
  row,
}: {
  inbox: Inbox;
  filter: Filter;
  row: Row;
}) {
  const { words } = useLanguage();
  const { conversation_id: id, tenant_id: tenantId } = row;
  const userId = row.visitor.is_identified ? row.visitor.user_id : null;
  const [found, setFound] = useState<readonly Row[] | null>(null);

  useEffect(() => {
    setFound(null);
    if (userId === null) return undefined;
    let isStale = false;
    inbox.earlier(tenantId, userId).then(
      (rows) => {
        if (!isStale) setFound(rows);
      },
      () => {}, // the connection's banner says so
    );
    return () => {
      isStale = true;
    };
  }, [userId, tenantId]);

  const others = found?.filter((one) => one.conversation_id !== id);
  return (
    <section>
      <h3>{words.inbox.earlier}</h3>
      {userId === null && <p class="meta">{words.inbox.anonymous}</p>}
      {others?.length === 0 && <p class="meta">{words.inbox.noEarlier}</p>}
      {others && others.length > 0 && (
        <ul class="earlier">
          {others.map((one) => (
            <li key={one.conversation_id}>
              <a href={inboxAddress(filter, one.conversation_id)}>
                <bdi class="cut" dir="auto">
                  {previewOf(one, '', false, words)}
                </bdi>
                <span class="meta">
                  {words.inbox.states[one.status]}
                  {one.last_message_at !== null && (
                    <>
                      {' · '}
                      <Time at={one.last_message_at} />
                    </>
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
