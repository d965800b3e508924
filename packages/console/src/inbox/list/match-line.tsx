import type { Match } from '@chat-relay/server/wire/search';
import { Marked } from '../../ui/marked';
import { useLanguage } from '../../words/language';

/** Replaces a row's last message in search results: the matching field and line. */
export function MatchLine({ match }: { match: Match }) {
  const { matchFields } = useLanguage().words.inbox;
  return (
    <span class="row-preview cut">
      <span class="row-field">{matchFields[match.field]}</span> <Marked match={match} />
    </span>
  );
}
