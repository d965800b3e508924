import { Button } from '../ui/button';
import { Empty } from '../ui/notes';
import { useLanguage } from '../words/language';

/** In the place of conversations that could not be fetched. */
export function LoadFailed({ retry }: { retry(): void }) {
  const { words } = useLanguage();
  return (
    <Empty icon="warning" title={words.refusals.unreachable}>
      <Button onClick={retry}>{words.common.retry}</Button>
    </Empty>
  );
}
