import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import type { Translations } from './use-translations';

/** Offers to translate the visitor's messages while some have no translation. */
export function TranslateBar({ translations }: { translations: Translations }) {
  const { translation: words } = useLanguage().words;
  const { missing, isBusy, problem, run } = translations;
  if (missing.length === 0 && problem === null) return null;
  /** The button disappears when all are translated: the focus moves to the thread. */
  const translate = async ({ target }: MouseEvent): Promise<void> => {
    const pane = target instanceof Element ? target.closest('.pane') : null;
    await run();
    const thread = pane?.querySelector<HTMLElement>('.thread-scroll');
    if (document.activeElement === document.body) thread?.focus();
  };
  return (
    <div class="suggestion command-asked">
      {missing.length > 0 && (
        <Button icon="site" isBusy={isBusy} onClick={(event) => void translate(event)}>
          {words.messages(missing.length)}
        </Button>
      )}
      <span class="meta" role="alert">
        {problem}
      </span>
    </div>
  );
}
