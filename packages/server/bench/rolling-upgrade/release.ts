import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from '../../../../scripts/lib/run.mjs';

const CHANGELOG = 'packages/server/CHANGELOG.md';

/** A release of the relay, built from the repository's history. */
export interface Release {
  version: string;
  /** Its program. */
  script: string;
}

/**
 * Builds a release, unless that was done before. It is taken from the commit that added its heading to the changelog,
 * so a shallow clone can't do it.
 * @param wanted `''` for the last one
 * @throws {Error} when the history has no such commit
 */
export async function buildRelease(wanted: string): Promise<Release> {
  const root = git(process.cwd(), 'rev-parse', '--show-toplevel');
  const changelog = readFileSync(join(root, CHANGELOG), 'utf8');
  const version = wanted === '' ? (/^## (\S+)$/m.exec(changelog)?.[1] ?? '') : wanted;
  const folder = join(root, 'node_modules/.cache/releases', version);
  const script = join(folder, 'packages/server/dist/main.js');
  if (existsSync(script)) return { version, script };

  const commit = git(root, 'log', '--format=%H', `-S## ${version}\n`, '--', CHANGELOG)
    .split('\n')
    .at(-1);
  if (!commit) {
    throw new Error(
      `no commit in this clone's history cut ${version}: git fetch --unshallow, or name its main.js with --old`,
    );
  }
  console.log(`building ${version} from ${commit.slice(0, 10)}`);
  mkdirSync(join(folder, '..'), { recursive: true });
  const building = mkdtempSync(`${folder}-`);
  try {
    const tarball = join(building, 'sources.tar');
    git(root, 'archive', '--output', tarball, commit);
    execFileSync('tar', ['-xf', tarball, '-C', building]);
    rmSync(tarball);
    // It installs what the release's lock file names, and then builds.
    await runQuietly(process.execPath, ['scripts/build.mjs'], { cwd: building });
    renameSync(building, folder);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    throw error;
  }
  return { version, script };
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}
