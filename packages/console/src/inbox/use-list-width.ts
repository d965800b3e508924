import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../state/console';

/** The style sheet keeps the list within these, and under two fifths of the window. */
export const LEAST_PX = 280;
const MOST_PX = 520;
const MOST_SHARE = 0.4;
const STEP_PX = 24;

export interface ListWidth {
  frame: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLElement | null>;
  /** As it is now, in CSS pixels. */
  widthPx: number;
  /** As wide as it may be in this window. */
  mostPx: number;
  /** Shows a width without remembering it. */
  preview(px: number): void;
  /** Remembers a width; without one, that which is shown. */
  keep(px?: number): void;
  step(by: -1 | 1): void;
  /** As wide as the window suggests. */
  reset(): void;
}

/** How wide the list of conversations is: chosen by a person, and remembered in this browser. */
export function useListWidth(): ListWidth {
  const { preferences } = useConsole();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  const [widthPx, setWidthPx] = useState(LEAST_PX);
  const [mostPx, setMostPx] = useState(MOST_PX);
  const chosen = preferences.listWidth;

  const shownPx = (): number => Math.round(list.current?.getBoundingClientRect().width ?? 0);
  const preview = (px: number): void => {
    frame.current?.style.setProperty('--list', `${px}px`);
  };
  const keep = (px?: number): void => {
    if (px !== undefined) preview(px);
    chosen.value = String(shownPx());
  };
  useLayoutEffect(() => {
    if (chosen.value === '') frame.current?.style.removeProperty('--list');
    else preview(Number(chosen.value));
  }, [chosen.value]);
  useLayoutEffect(() => {
    if (!list.current || !frame.current) return undefined;
    const { current: around } = frame;
    const observer = new ResizeObserver(() => {
      setWidthPx(shownPx());
      setMostPx(Math.round(Math.min(MOST_PX, around.clientWidth * MOST_SHARE)));
    });
    observer.observe(list.current);
    observer.observe(around);
    return () => observer.disconnect();
  }, []);

  return {
    frame,
    list,
    widthPx,
    mostPx,
    preview,
    keep,
    step: (by) => keep(shownPx() + by * STEP_PX),
    reset: () => {
      chosen.value = '';
    },
  };
}
