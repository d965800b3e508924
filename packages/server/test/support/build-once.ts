import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprint } from '../../../../scripts/lib/fingerprint.mjs';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const HOUR_MS = 3_600_000;

/**
 * Returns the folder that `build` fills, and runs `build` only if a source has changed. The folder lies in the
 * package's `node_modules/.cache`, where a program finds what it depends on.
 */
export async function buildOnce(
  packageName: 'server' | 'cli',
  build: (folder: string) => void | Promise<void>,
): Promise<string> {
  const cache = join(ROOT, 'packages', packageName, 'node_modules', '.cache', 'tests');
  const folder = join(cache, sourcesState());
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  removeOldOnes(cache);
  const building = mkdtempSync(join(cache, 'building-'));
  await build(building);
  try {
    renameSync(building, folder);
  } catch (error) {
    // Another test file has built it in the meantime.
    if (!existsSync(folder)) throw error;
    rmSync(building, { recursive: true });
  }
  return folder;
}

function sourcesState(): string {
  const packages = join(ROOT, 'packages');
  const sources = readdirSync(packages).flatMap((name) =>
    ['src', 'package.json', 'tsup.config.ts'].map((file) => join(packages, name, file)),
  );
  return fingerprint([...sources, join(ROOT, 'pnpm-lock.yaml'), join(ROOT, 'tsconfig.json')]);
}

/** Not the youngest: a run that began before the last edit may still use it. */
function removeOldOnes(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    // Another run may have removed it meanwhile.
    const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - mtimeMs > HOUR_MS) rmSync(path, { recursive: true, force: true });
  }
}
