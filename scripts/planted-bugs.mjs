// Checks that each planted bug still fits the sources, and that the test that must catch it exists.
import { readFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';
import { planted, plantedBugs } from './lib/planted/bugs.mjs';
import { runScript, say, StepError } from './lib/report.mjs';

await runScript(async () => {
  const problems = plantedBugs().flatMap((bug) => {
    try {
      planted(bug);
      const isThere = readFileSync(inRoot(bug.file), 'utf8').includes(bug.title);
      return isThere ? [] : [`${bug.name}.patch: ${bug.file} has no test “${bug.title}”`];
    } catch (error) {
      if (error instanceof StepError) return [error.message];
      throw error;
    }
  });
  problems.forEach(say);
  return problems.length === 0 ? 0 : 1;
});
