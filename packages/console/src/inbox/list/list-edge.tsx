import type { ListWidth } from '../use-list-width';
import { LEAST_PX } from '../use-list-width';
import { useLanguage } from '../../words/language';

/** The edge between the list and the conversation. Dragging or arrow keys move it. */
export function ListEdge({ width }: { width: ListWidth }) {
  const { words } = useLanguage();
  const { widthPx, mostPx, preview, keep, reset, step } = width;
  const moves: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => keep(LEAST_PX),
    End: () => keep(mostPx),
    Enter: reset,
  };
  return (
    <div
      class="list-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={words.inbox.listWidth}
      aria-valuemin={LEAST_PX}
      aria-valuemax={mostPx}
      aria-valuenow={widthPx}
      data-title={words.inbox.listWidthHint}
      onKeyDown={(event) => {
        const move = moves[event.key];
        if (!move) return;
        event.preventDefault();
        move();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const { currentTarget: edge, pointerId, clientX: fromX } = event;
        edge.setPointerCapture(pointerId);
        let hasMoved = false;
        const moved = ({ clientX }: PointerEvent): void => {
          hasMoved = true;
          preview(widthPx + clientX - fromX);
        };
        const ended = (): void => {
          edge.removeEventListener('pointermove', moved);
          if (hasMoved) keep();
        };
        edge.addEventListener('pointermove', moved);
        edge.addEventListener('lostpointercapture', ended, { once: true });
      }}
      onDblClick={reset}
    />
  );
}
