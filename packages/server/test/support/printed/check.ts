import { mkdirSync, rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { scanPrinted } from './scan';

const SHOWN_LEAKS = 20;

/** Keeps what a project's relays print, and fails its run when a secret stands in it. */
export function setup({ name, config }: TestProject): () => void {
  const folder = config.env['TEST_PRINTED_DIR'];
  if (!folder) throw new TypeError(`${name} says no TEST_PRINTED_DIR`);
  mkdirSync(folder, { recursive: true });
  return () => {
    const complaints = complaintsOf(folder, name);
    if (complaints.length === 0) return rmSync(folder, { recursive: true, force: true });
    for (const complaint of complaints) console.error(complaint);
    // Nothing else fails a run whose tests have passed.
    process.exitCode = 1;
  };
}

function complaintsOf(folder: string, project: string): string[] {
  try {
    const from = performance.now();
    const { leaks, bytes, secrets } = scanPrinted(folder);
    const tookMs = Math.round(performance.now() - from);
    const sought = `${secrets} secrets, sought in ${bytes} printed bytes for ${tookMs} ms`;
    if (secrets > 0 && bytes === 0) return [`${project}: what its relays printed was not kept`];
    if (leaks.length === 0) {
      console.log(`${project}: no secret was printed (${sought})`);
      return [];
    }
    return [
      `${project}: secrets were printed ${leaks.length} times, see ${folder} (${sought})`,
      ...leaks
        .slice(0, SHOWN_LEAKS)
        .map(({ what, file, line, excerpt }) => `  ${what} in ${file}:${line}: ${excerpt}`),
    ];
  } catch (error) {
    return [`${project}: what was printed could not be searched: ${String(error)}`];
  }
}
