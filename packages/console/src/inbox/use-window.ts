import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';

export interface WindowOptions {
  /** A key for each item, in order. */
  keys: readonly string[];
  /** Height of an item that was never rendered, in CSS pixels. */
  estimatePx: number;
  /** Whether all items have that height, so that none is measured. */
  isUniform?: boolean;
  /** Whether the list starts at its end, and stays there while items are added. */
  startsAtEnd?: boolean;
  /** Called when the visible part changes. */
  onMove?(place: { isAtStart: boolean; isAtEnd: boolean }): void;
}

/** The rendered part of a long list. */
export interface ListWindow {
  first: number;
  /** Index after the last rendered item. */
  last: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Its children are the rendered items, in order. */
  list: RefObject<HTMLOListElement | null>;
  before: RefObject<HTMLDivElement | null>;
  after: RefObject<HTMLDivElement | null>;
  onScroll(): void;
  /** Scrolls until an item is visible. */
  show(index: number): void;
  toEnd(): void;
}

/** The first visible item, and how many CSS pixels of it are hidden above. */
interface Anchor {
  key: string;
  offsetPx: number;
}

/** How far beyond the visible part items are rendered, and in steps of how many, to render less often. */
interface Reach {
  overscanPx: number;
  step: number;
}

const NEAR: Reach = { overscanPx: 600, step: 8 };
/** Scrolling by more than a screen at once passes the surrounding items before they are seen: don't render them. */
const IN_SIGHT: Reach = { overscanPx: 0, step: 1 };
const SETTLED_MS = 100;
const EDGE_PX = 48;

/**
 * Renders only items that are visible or close to it. Heights are measured when items are rendered. The visible part
 * does not move when items are added above it, or turn out higher than estimated.
 */
export function useWindow(options: WindowOptions): ListWindow {
  const { keys, estimatePx, isUniform = false, startsAtEnd = false, onMove } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>()).current;
  const view = useRef({ topPx: 0, heightPx: 800, isAtEnd: startsAtEnd, reach: NEAR }).current;
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef<readonly Anchor[]>([]);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  /** Grows when a measured height differs from the known one. */
  const [version, remeasured] = useReducer((count: number) => count + 1, 0);

  const tops = useMemo(() => topsOf(keys, heights, estimatePx), [keys, version, estimatePx]);
  const totalPx = tops[keys.length] ?? 0;
  const topPx = view.isAtEnd && startsAtEnd ? totalPx - view.heightPx : view.topPx;
  const { first, last } = partAt(tops, topPx, view);
  const drawn = useRef({ first, last });
  drawn.current = { first, last };

  const place = (element: HTMLElement): void => {
    view.topPx = element.scrollTop;
    const belowPx = element.scrollHeight - element.scrollTop - element.clientHeight;
    view.isAtEnd = belowPx < EDGE_PX;
    const index = indexAt(tops, view.topPx);
    const isLoose = !startsAtEnd && view.topPx === 0;
    // Two anchors: the first may disappear when items come above it, as a day's heading does.
    anchor.current = [index, index + 1].flatMap((at) => {
      const key = keys[at];
      return key === undefined || isLoose ? [] : [{ key, offsetPx: view.topPx - (tops[at] ?? 0) }];
    });
    onMove?.({ isAtStart: view.topPx < NEAR.overscanPx, isAtEnd: view.isAtEnd });
  };

  const onScroll = (): void => {
    const element = scroller.current;
    if (!element) return;
    if (Math.abs(element.scrollTop - view.topPx) > view.heightPx) view.reach = IN_SIGHT;
    place(element);
    if (view.reach === IN_SIGHT) {
      clearTimeout(settling.current);
      settling.current = setTimeout(() => {
        view.reach = NEAR;
        draw(0);
      }, SETTLED_MS);
    }
    const part = partAt(tops, view.topPx, view);
    if (part.first !== drawn.current.first || part.last !== drawn.current.last) draw(0);
  };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let hasChanged = false;
    const items = isUniform ? [] : (list.current?.children ?? []);
    for (let index = 0; index < items.length; index++) {
      const key = keys[first + index];
      const heightPx = items[index]?.getBoundingClientRect().height ?? 0;
      if (key === undefined || (heights.get(key) ?? estimatePx) === heightPx) continue;
      heights.set(key, heightPx);
      hasChanged = true;
    }
    const measured = hasChanged ? topsOf(keys, heights, estimatePx) : tops;
    setBlockSize(before.current, measured[first] ?? 0);
    setBlockSize(after.current, (measured[keys.length] ?? 0) - (measured[last] ?? 0));
    if (startsAtEnd && view.isAtEnd) element.scrollTop = element.scrollHeight;
    else {
      const held = anchor.current.find(({ key }) => keys.includes(key));
      const wantedPx = held && (measured[keys.indexOf(held.key)] ?? 0) + held.offsetPx;
      if (wantedPx !== undefined && Math.abs(element.scrollTop - wantedPx) >= 1) {
        element.scrollTop = wantedPx;
      }
    }
    if (hasChanged) remeasured(0);
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let widthPx = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== widthPx) {
        heights.clear();
        remeasured(0);
      }
      widthPx = element.clientWidth;
      view.heightPx = element.clientHeight;
      draw(0);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(settling.current);
    };
  }, []);

  return {
    first,
    last,
    scroller,
    list,
    before,
    after,
    onScroll,
    show: (index) => {
      const element = scroller.current;
      if (!element) return;
      const topOfItem = tops[index] ?? 0;
      const bottomOfItem = tops[index + 1] ?? topOfItem;
      if (topOfItem < element.scrollTop) element.scrollTop = topOfItem;
      else if (bottomOfItem > element.scrollTop + element.clientHeight) {
        element.scrollTop = bottomOfItem - element.clientHeight;
      } else return;
      onScroll();
      draw(0);
    },
    toEnd: () => {
      view.isAtEnd = true;
      draw(0);
    },
  };
}

/** The top of each item, and as the last value the end of the list, in CSS pixels. */
function topsOf(
  keys: readonly string[],
  heights: ReadonlyMap<string, number>,
  estimatePx: number,
): Float64Array {
  const tops = new Float64Array(keys.length + 1);
  let topPx = 0;
  keys.forEach((key, index) => {
    tops[index] = topPx;
    topPx += heights.get(key) ?? estimatePx;
  });
  tops[keys.length] = topPx;
  return tops;
}

/** The items to render if `topPx` is at the top of the visible part. */
function partAt(
  tops: Float64Array,
  topPx: number,
  { heightPx, reach: { overscanPx, step } }: { heightPx: number; reach: Reach },
): { first: number; last: number } {
  const end = floorTo(step, indexAt(tops, topPx + heightPx + overscanPx)) + step;
  return {
    first: floorTo(step, indexAt(tops, topPx - overscanPx)),
    last: Math.min(tops.length - 1, end),
  };
}

/** The item at this height: the last one that begins at or above it. */
function indexAt(tops: Float64Array, px: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

function floorTo(step: number, value: number): number {
  return Math.floor(value / step) * step;
}

function setBlockSize(element: HTMLElement | null, px: number): void {
  element?.style.setProperty('block-size', `${Math.max(0, px)}px`);
}
