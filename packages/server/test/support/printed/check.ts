import { mkdirSync, rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { scanPrinted } from './scan';

const SHOWN_LEAKS = 20;

/** Keeps what a project's relays print, and fails its run when a secret stands in it. */
export function setup(project: TestProject): () => void {
  const folder = project.config.env['TEST_PRINTED_DIR'];
  if (!folder) throw new TypeError(`${project.name} says no TEST_PRINTED_DIR`);
  mkdirSync(folder, { recursive: true });
  return () => {
    const from = performance.now();
    const { leaks, bytes, secrets } = scanPrinted(folder);
    const cost = `${secrets} secrets, ${(bytes / 2 ** 20).toFixed(1)} MB in ${Math.round(performance.now() - from)} ms`;
    if (leaks.length === 0) {
      console.log(`${project.name}: no secret was printed (${cost})`);
      rmSync(folder, { recursive: true, force: true });
      return;
    }
    console.error(`${project.name}: ${leaks.length} secrets were printed into ${folder} (${cost})`);
    for (const { what, file, line, excerpt } of leaks.slice(0, SHOWN_LEAKS)) {
      console.error(`  ${what} in ${file}:${line}: ${excerpt}`);
    }
    // Nothing else fails a run whose tests have passed.
    process.exitCode = 1;
  };
}
