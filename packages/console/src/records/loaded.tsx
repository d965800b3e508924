import type { ComponentChildren } from 'preact';
import type { Resource } from '../state/use-resource';
import { Button } from '../ui/button';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';

/** Shows data of the relay, its refusal, or a skeleton while it loads. */
export function Loaded<Data>({
  from: { data, error, reload },
  rows = 3,
  children,
}: {
  from: Resource<Data>;
  /** Number of rows of the skeleton. */
  rows?: number;
  children(data: Data): ComponentChildren;
}) {
  const language = useLanguage();
  if (data !== undefined) return <>{children(data)}</>;
  if (error === null) return <SkeletonRows rows={rows} heightPx={44} />;
  return (
    <>
      <Banner tone="late">{refusalText(error, language)}</Banner>
      <div>
        <Button onClick={() => void reload()}>{language.words.common.retry}</Button>
      </div>
    </>
  );
}
