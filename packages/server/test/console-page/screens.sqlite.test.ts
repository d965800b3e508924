import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { useRelay } from '../support/relay';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The console, and the desk that it bundles. */
const SCREENS = ['console', 'desk'].map((name) => join(ROOT, 'packages', name, 'src'));
const WITHOUT = join(ROOT, 'docs/adr/0021-which-routes-have-no-screen.md');

const relay = useRelay({ isStarted: false });

/** The routes that a source names; `console/${verb}/conversation` with each verb that it has in quotes. */
function routesIn(source: string): string[] {
  const quoted = [...source.matchAll(/'([\w-]+)'/g)].map(([, word]) => word ?? '');
  return [...source.matchAll(/['"`](console\/[\w/${}-]+)/g)].flatMap(([, path = '']) =>
    path.includes('${') ? quoted.map((word) => path.replace(/\$\{\w+\}/, word)) : [path],
  );
}

function calledRoutes(): Set<string> {
  const sources = SCREENS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  return new Set(sources.flatMap(routesIn));
}

/** The first cells of the table: `GET fetch/workspaces`. */
function excusedRoutes(): string[] {
  const lines = readFileSync(WITHOUT, 'utf8').matchAll(/^\| `([A-Z]+) ([\w/-]+)` +\| \S/gm);
  return [...lines].map(([, method, path]) => `${method} console/${path}`);
}

it('has a screen or a reason for each route of the console', () => {
  const called = calledRoutes();
  const excused = excusedRoutes();
  const routes = relay.relay.routes
    .filter(({ path }) => path.startsWith('/console/'))
    .map(({ method, path }) => ({ name: `${method} ${path.slice(1)}`, path: path.slice(1) }));
  expect(routes.length).toBeGreaterThan(50);

  const missing = routes.filter(({ name, path }) => !called.has(path) && !excused.includes(name));
  expect(missing.map(({ name }) => name)).toEqual([]);
  const names = routes.map(({ name }) => name);
  expect(excused.filter((one) => !names.includes(one))).toEqual([]);
});
