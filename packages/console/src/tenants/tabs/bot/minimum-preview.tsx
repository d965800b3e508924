import { useEffect, useRef, useState } from 'preact/hooks';
import { scoreText } from '../../../hand-overs/match-text';
import type { ThresholdPreview } from '@chat-relay/server/wire/bots';
import { useConsole } from '../../../state/console';
import { Banner } from '../../../ui/notes';
import { refusalText } from '../../../ui/refusal-text';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';

/** Wait after the last movement of the slider before the relay is asked. */
const REST_MS = 300;

/** Previews which recent questions the bot would answer with this minimum. Requests run one after another. */
export function MinimumPreview({ minimum }: { minimum: number }) {
  const { api } = useConsole();
  const language = useLanguage();
  const { handOvers } = language.words;
  const { tenant_id } = useOpenTenant().tenant;
  const [preview, setPreview] = useState<(ThresholdPreview & { of: number }) | null>(null);
  const [error, setError] = useState<unknown>(null);
  const wanted = useRef<number | null>(null);
  const isBusy = useRef(false);

  const run = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      while (wanted.current !== null) {
        const threshold = wanted.current;
        wanted.current = null;
        const query = { tenant_id, threshold: String(threshold) };
        const found = await api.get('console/fetch/threshold-preview', { query });
        setPreview({ ...found, of: threshold });
        setError(null);
      }
    } catch (refusal) {
      setError(refusal);
    } finally {
      isBusy.current = false;
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => {
      wanted.current = minimum;
      void run();
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [minimum]);

  const isCounting = preview?.of !== minimum && error === null;
  const { questions = 0, looked_at = 0, answered_now = 0, newly_answered = [] } = preview ?? {};
  const outcome = [
    handOvers.wouldAnswer(newly_answered.length, questions),
    ...(looked_at < questions ? [handOvers.lookedAt(looked_at)] : []),
    ...(answered_now > 0 ? [handOvers.answeredNow(answered_now)] : []),
  ].join(' ');
  return (
    <>
      {error !== null && <Banner tone="late">{refusalText(error, language)}</Banner>}
      <p role="status">
        {isCounting
          ? handOvers.counting
          : preview && (questions === 0 ? handOvers.nothingHandedOver : outcome)}
      </p>
      {!isCounting && newly_answered.length > 0 && (
        <ul class="lines" aria-label={handOvers.newlyAnswered}>
          {newly_answered.map((one) => (
            <li key={one.conversation_id + one.asked_at}>
              <div class="grow">
                <p>
                  <a href={`/console/inbox/${one.conversation_id}`} target="_blank" dir="auto">
                    {one.question}
                  </a>
                </p>
                <p dir="auto">{one.answer}</p>
                <p class="meta">
                  <bdi>{one.passage.title}</bdi>
                </p>
              </div>
              <span class="figures">{scoreText(one.passage.confidence, language)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
