import type { Match } from '@chat-relay/server/wire/search';
import { Marked } from '../../ui/marked';
import { useLanguage } from '../../words/language';

/** In place of a row's last message: which field a search found, and the line. */
export function MatchLine({ match }: { match: Match }) {
  const { matchFields } = useLanguage().words.inbox;
  return (
    <span class="row-preview cut">
      <span class="row-field">{matchFields[match.field]}</span> <Marked match={match} />
    </span>
  );
}
