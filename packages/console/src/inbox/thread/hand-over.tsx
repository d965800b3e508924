import type { Row } from '@chat-relay/desk/wire';
import { matchText, scoreText } from '../../hand-overs/match-text';
import { minimumAddress, newEntryAddress, sourceAddress } from '../../hand-overs/ways-on';
import { useResource } from '../../state/use-resource';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';

const MOST_TEXT = 300;

/** Explains why the bot handed the conversation over: the closest matches, and what an admin can change. */
export function HandOver({ row, isAdmin }: { row: Row; isAdmin: boolean }) {
  const language = useLanguage();
  const { handOvers } = language.words;
  const { conversation_id, tenant_id } = row;
  const { data: closest } = useResource(
    `closest ${conversation_id} ${row.owner_epoch}`,
    (api) => api.get('console/fetch/closest-passages', { query: { conversation_id } }),
    { lists: ['settings'], id: tenant_id },
  );
  if (!closest || closest.question === null) return null;
  const { passages, confidence_threshold: needed } = closest;
  const [best] = passages;
  return (
    <details class="bot-draft suggestion">
      <summary>
        {closest.decision === 'answer' ? handOvers.answersNow : matchText(best, needed, language)}
      </summary>
      {isAdmin && closest.decision === 'escalate' && (
        <p class="bar wrap">
          <a href={newEntryAddress(tenant_id, conversation_id)}>{handOvers.addToFaq}</a>
          {best && <a href={sourceAddress(tenant_id, best)}>{handOvers.edit[best.source]}</a>}
          {best && best.confidence < needed && (
            <a href={minimumAddress(tenant_id, best.confidence)}>{handOvers.lower}</a>
          )}
        </p>
      )}
      <ul class="lines">
        {passages.map((passage) => (
          <li key={passage.source_id + passage.text}>
            <div class="grow">
              <p>
                {isAdmin ? (
                  <a href={sourceAddress(tenant_id, passage)}>
                    <bdi>{plainLine(passage.title, 120)}</bdi>
                  </a>
                ) : (
                  <bdi>{plainLine(passage.title, 120)}</bdi>
                )}
              </p>
              <p class="meta" dir="auto">
                {plainLine(passage.text, MOST_TEXT)}
              </p>
            </div>
            <span class="figures">{scoreText(passage.confidence, language)}</span>
          </li>
        ))}
      </ul>
      <p class="meta">
        {handOvers.asked} <bdi dir="auto">{plainLine(closest.question, MOST_TEXT)}</bdi>
      </p>
    </details>
  );
}
