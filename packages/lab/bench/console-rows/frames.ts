import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { percentile } from '../support/figures';

/** Frames of one scroll through a list. */
export interface Frames {
  /** Time from each frame to the next. */
  lengthsMs: number[];
  /** How many items were drawn, again or for the first time. */
  rows: number;
}

export interface Scroll {
  path: string;
  /** CSS selector of the element that scrolls. */
  selector: string;
  /** Distance per frame in CSS pixels; negative values scroll upwards. */
  stepPx: number;
  profile?: string | undefined;
}

const BUDGET_MS = 50;

export const longest = ({ lengthsMs }: Frames): number => Math.max(...lengthsMs);
export const p99Of = ({ lengthsMs }: Frames): number => percentile(lengthsMs, 0.99);
export const overBudget = ({ lengthsMs }: Frames): number =>
  lengthsMs.filter((ms) => ms > BUDGET_MS).length;

/** Opens this view of the inbox and scrolls through all of it. */
export async function scroll(
  page: Page,
  { path, selector, stepPx, profile }: Scroll,
): Promise<Frames> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/console/inbox${path}`);
  await page.locator(`${selector} li`).first().waitFor();
  const debug = await page.context().newCDPSession(page);
  await debug.send('HeapProfiler.collectGarbage');
  if (profile !== undefined) {
    await debug.send('Profiler.enable');
    await debug.send('Profiler.start');
  }
  const frames = await page.evaluate(scrollHere, { selector, stepPx });
  if (profile !== undefined) {
    writeFileSync(profile, JSON.stringify((await debug.send('Profiler.stop')).profile));
  }
  await debug.detach();
  return frames;
}

/** Runs in the page, until the end of the list is in sight and nothing more comes. */
async function scrollHere(of: { selector: string; stepPx: number }): Promise<Frames> {
  const QUIET_FRAMES = 60;
  const scroller = document.querySelector(of.selector);
  if (!scroller) throw new Error(`there is no ${of.selector}`);
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const seen = new WeakSet<Element>();
  let rows = 0;
  const lengthsMs: number[] = [];
  let quiet = 0;
  let before = await nextFrame();
  while (quiet < QUIET_FRAMES) {
    const [topPx, heightPx] = [scroller.scrollTop, scroller.scrollHeight];
    scroller.scrollTop += of.stepPx;
    const now = await nextFrame();
    lengthsMs.push(now - before);
    before = now;
    for (const item of scroller.getElementsByTagName('li')) {
      if (!seen.has(item)) rows += 1;
      seen.add(item);
    }
    const isLoading = scroller.querySelector('.rows-more, .thread-older, .skeleton') !== null;
    const isStill = scroller.scrollTop === topPx && scroller.scrollHeight === heightPx;
    quiet = isStill && !isLoading ? quiet + 1 : 0;
  }
  return { lengthsMs, rows };
}
