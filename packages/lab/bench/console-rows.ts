// How smoothly the web console scrolls, in Chromium: CONVERSATIONS=10000 that wait, as many resolved
// ones, which come a page at a time, and a thread of MESSAGES=5000. 1,600 px with each frame, RUNS=5.
// CHROMIUM_PATH=… where the browser isn't in its usual place; PROFILE=file keeps a CPU profile.
import { runToEnd } from './support/at-end';
import { median, report, round, type Figure } from './support/figures';
import { longest, overBudget, p99Of, scroll, type Frames } from './console-rows/frames';
import { openConsole } from './console-rows/page';
import { createStage } from './console-rows/stage';

const CONVERSATIONS = Number(process.env['CONVERSATIONS'] ?? 10_000);
const MESSAGES = Number(process.env['MESSAGES'] ?? 5_000);
const RUNS = Number(process.env['RUNS'] ?? 5);
const { PROFILE: profile } = process.env;

await runToEnd(async () => {
  const stage = await createStage({ conversations: CONVERSATIONS, messages: MESSAGES });
  const views = [
    { name: 'nothing moves', path: '', selector: '.rows-scroll', stepPx: 0 },
    { name: `list of ${CONVERSATIONS}`, path: '', selector: '.rows-scroll', stepPx: 1_600 },
    {
      name: `list of ${CONVERSATIONS}, by pages`,
      path: '?status=resolved',
      selector: '.rows-scroll',
      stepPx: 1_600,
    },
    {
      name: `thread of ${MESSAGES}`,
      path: `/${stage.longConversationId}`,
      selector: '.thread-scroll',
      stepPx: -1_600,
    },
  ];
  const seen = new Map<string, Frames[]>(views.map(({ name }) => [name, []]));
  for (let run = 1; run <= RUNS; run++) {
    const page = await openConsole(stage);
    for (const { name, path, selector, stepPx } of views) {
      const file = profile === undefined ? undefined : `${profile}-${seen.size}-${name}.cpuprofile`;
      const frames = await scroll(page, { path, selector, stepPx, profile: file });
      seen.get(name)?.push(frames);
      const [longestMs, count] = [longest(frames), frames.lengthsMs.length];
      const rows = `${frames.rows} of them drawn in ${count} frames`;
      console.log(`run ${run}, ${name}: longest frame ${round(longestMs)} ms; ${rows}`);
    }
    await page.context().close();
  }
  const figures = [...seen].flatMap(([name, runs]): Figure[] => {
    const figure = (what: string, of: (frames: Frames) => number, unit: string, target = '') => ({
      database: '',
      what: `${name}: ${what}`,
      value: round(median(runs.map(of))),
      unit,
      target,
    });
    return [
      figure('longest frame', longest, 'ms', '<= 50'),
      figure('p99', p99Of, 'ms'),
      figure('over 50 ms', overBudget, 'frames', '0'),
    ];
  });
  report('console-rows', figures);
  return true;
});
