import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../state/console';

/** Limits of the list's width. The style sheet has the same, and keeps it under two fifths of the window. */
export const LEAST_PX = 280;
const MOST_PX = 520;
const MOST_SHARE = 0.4;
const STEP_PX = 24;

export interface ListWidth {
  frame: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLElement | null>;
  /** Current width in CSS pixels. */
  widthPx: number;
  /** Largest width that this window allows. */
  mostPx: number;
  /** Shows a width without storing it. */
  preview(px: number): void;
  /** Stores a width, or without one the current width. */
  keep(px?: number): void;
  step(by: -1 | 1): void;
  /** Returns to the default width. */
  reset(): void;
}

/** The width of the list of conversations, which a person can choose. This browser stores it. */
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
