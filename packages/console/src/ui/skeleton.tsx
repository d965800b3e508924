import { useLayoutEffect, useRef } from 'preact/hooks';
import { useBaseLanguage } from '../words/language';

export interface SkeletonRowsProps {
  rows: number;
  heightPx: number;
  /** Kind of content that loads: a field, a table's line, a list's row with its tile, or a thread's bubbles. */
  shape?: 'block' | 'line' | 'row' | 'bubble';
}

/** Placeholders of loading rows in their final size. They appear after 150 ms. */
export function SkeletonRows({ rows, heightPx, shape = 'block' }: SkeletonRowsProps) {
  const { words } = useBaseLanguage();
  return (
    <div class={`stack skeletons ${shape}s`} role="status" aria-label={words.common.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} heightPx={heightPx} />
      ))}
    </div>
  );
}

function Skeleton({ heightPx }: { heightPx: number }) {
  const block = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    block.current?.style.setProperty('block-size', `${heightPx}px`);
  }, [heightPx]);
  return <div ref={block} class="skeleton" />;
}
