import { Button } from '../ui/button';
import { Empty } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';

/** Shown in place of conversations that could not be fetched. Without an error, the page's banner says why. */
export function LoadFailed({ error, retry }: { error?: unknown; retry(): void }) {
  const language = useLanguage();
  const { inbox, common } = language.words;
  return (
    <Empty icon="warning" title={inbox.notLoaded}>
      {error !== undefined && <p>{refusalText(error, language)}</p>}
      <Button onClick={retry}>{common.retry}</Button>
    </Empty>
  );
}
