// Lists regular expressions that may take more than linear time, and those that no check can see.
import { superLinear } from './lib/patterns/analysis.mjs';
import { collectPatterns } from './lib/patterns/collect.mjs';
import { BUILT_LATER } from './lib/patterns/exceptions.mjs';
import { runScript, say } from './lib/report.mjs';

await runScript(async () => {
  const { patterns, unseen } = await collectPatterns();
  const slow = patterns.flatMap((pattern) => {
    const reason = superLinear(pattern);
    const { source, flags, places } = pattern;
    return reason === null ? [] : [`${places.join(', ')}  /${source}/${flags}: ${reason}`];
  });
  const isExcepted = (/** @type {string} */ place) =>
    BUILT_LATER.some(({ path }) => place.startsWith(`${path}:`));
  const hidden = unseen
    .filter((place) => !isExcepted(place))
    .map((place) => `${place}  is built when it is used: build it when its module loads`);
  const unneeded = BUILT_LATER.filter(
    ({ path }) => !unseen.some((place) => place.startsWith(`${path}:`)),
  ).map(({ path }) => `${path}  builds no pattern any more: it needs no exception`);
  [...slow, ...hidden, ...unneeded].forEach(say);
  return slow.length + hidden.length + unneeded.length === 0 ? 0 : 1;
});
