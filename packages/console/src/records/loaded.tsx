import type { ComponentChildren } from 'preact';
import type { Resource } from '../state/use-resource';
import { Button } from '../ui/button';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';

/** What was read from the relay: on its way, refused, or there. */
export function Loaded<Data>({
  from: { data, error, reload },
  rows = 3,
  children,
}: {
  from: Resource<Data>;
  /** How many rows of a skeleton stand for it. */
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
