import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import type { DraftTranslation } from './use-draft-translation';

/** Shown under a translated reply: the operator's original and the way back to it, or why there is no translation. */
export function DraftOriginal({ draft }: { draft: DraftTranslation }) {
  const { words, format } = useLanguage();
  const { translation: say } = words;
  const { original, problem } = draft;
  if (problem !== null) {
    return (
      <p class="command-asked" role="alert">
        {problem}
      </p>
    );
  }
  if (!original) return null;
  return (
    <div class="suggestion command-asked">
      <div>
        <p class="meta">{say.into(format.language(original.locale))}</p>
        <bdi class="text" dir="auto">
          {original.text}
        </bdi>
      </div>
      <Button buttonRef={draft.back} onClick={draft.takeBack}>
        {say.takeBack}
      </Button>
    </div>
  );
}
