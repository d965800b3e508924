import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from '../../../../scripts/lib/run.mjs';

const CHANGELOG = 'packages/server/CHANGELOG.md';
const SCHEMA = 'packages/server/src/platform/storage/schema';

/** A release of the relay, built from the repository's history. */
export interface Release {
  version: string;
  /** Path of the release's program. */
  script: string;
  /** Folder of its sources; null for a program that was built elsewhere. */
  folder: string | null;
}

/**
 * Builds a release unless it was built before. Its commit is that of its tag, or the one that added its heading to the
 * changelog, which a shallow clone lacks.
 * @param wanted `''` for the last one
 * @throws {Error} when the history has no such commit
 */
export async function buildRelease(wanted: string): Promise<Release> {
  const changelog = readFileSync(join(rootOf(), CHANGELOG), 'utf8');
  const version = wanted === '' ? (/^## (\S+)$/m.exec(changelog)?.[1] ?? '') : wanted;
  const commit = () =>
    git('tag', '--list', `v${version}`) ||
    git('log', '--format=%H', `-S## ${version}\n`, '--', CHANGELOG).split('\n').at(-1);
  return build(version, commit);
}

/**
 * Builds the last commit with one more migration, for a commit whose schema is the release's. The migration makes a
 * change that is allowed while nodes of the release write.
 */
export function buildNext(): Promise<Release> {
  const commit = git('rev-parse', 'HEAD');
  return build(`${commit.slice(0, 10)}-and-a-migration`, () => commit, addMigration);
}

/** Whether this tree has the migrations of a release, and no more. */
export function hasSchemaOf({ folder }: Release): boolean {
  const listIn = (root: string) => readFileSync(join(root, SCHEMA, 'migrations.ts'), 'utf8');
  return folder !== null && listIn(folder) === listIn(rootOf());
}

async function build(
  version: string,
  find: () => string | undefined,
  prepare?: (folder: string) => void,
): Promise<Release> {
  const folder = join(rootOf(), 'node_modules/.cache/releases', version);
  const script = join(folder, 'packages/server/dist/main.js');
  if (existsSync(script)) return { version, script, folder };

  const commit = find();
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
    git('archive', '--output', tarball, commit);
    execFileSync('tar', ['-xf', tarball, '-C', building]);
    rmSync(tarball);
    prepare?.(building);
    // Installs the packages of the release's lock file and builds.
    await runQuietly(process.execPath, ['scripts/build.mjs'], { cwd: building });
    renameSync(building, folder);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    throw error;
  }
  return { version, script, folder };
}

const MIGRATION = `import type { Migration } from '../migration';
export const oneMore: Migration = {
  name: '9999-one-more',
  up: (t) => [
    \`CREATE TABLE one_more (id \${t.id} PRIMARY KEY) \${t.tableEnd}\`,
    \`ALTER TABLE conversations ADD COLUMN one_more \${t.text(20)}\`,
    \`ALTER TABLE messages ADD COLUMN one_more \${t.integer} NOT NULL DEFAULT 0\`,
    \`CREATE INDEX conversations_one_more ON conversations (tenant_id, one_more)\`,
  ],
};
`;

function addMigration(folder: string): void {
  writeFileSync(join(folder, SCHEMA, 'migrations/9999-one-more.ts'), MIGRATION);
  const list = join(folder, SCHEMA, 'migrations.ts');
  const more = readFileSync(list, 'utf8').replace(/,?\s*\];\s*$/, ', oneMore];\n');
  writeFileSync(list, `import { oneMore } from './migrations/9999-one-more';\n${more}`);
}

function rootOf(): string {
  return git('rev-parse', '--show-toplevel');
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
