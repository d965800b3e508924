import { useLayoutEffect, useRef } from 'preact/hooks';
import { useBaseLanguage } from '../words/language';

export interface SkeletonRowsProps {
  rows: number;
  heightPx: number;
  /** What they stand for: a field, a line of a table, a row of a list with its tile, or what was said by turns. */
  shape?: 'block' | 'line' | 'row' | 'bubble';
}

/** Rows that are on their way, in the size that they will have. They appear after 150 ms. */
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
