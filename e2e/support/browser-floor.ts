import type { BrowserContext } from 'playwright-core';
import { newerApis } from '../../scripts/lib/floor/newer-apis.mjs';
import { floorOf } from '../../scripts/lib/floor/support.mjs';

interface Floored {
  /** Number of browser APIs that were removed. */
  removed: number;
}

/**
 * Makes the pages of a context look as old as the floor of a package: whatever one of its browsers lacks is deleted
 * before any script of the page runs.
 */
export async function lowerToFloor(
  context: BrowserContext,
  folder: 'widget-sdk' | 'console',
): Promise<void> {
  const apis = newerApis(floorOf(folder)).map(({ path, member }) => ({ path, member }));
  await context.addInitScript((given) => {
    const found = { removed: 0 };
    const drop = (holder: unknown, name: string): void => {
      if (!(holder instanceof Object) || !Object.hasOwn(holder, name)) return;
      if (Reflect.deleteProperty(holder, name)) found.removed += 1;
    };
    const objectAt = (path: readonly string[]): object | undefined => {
      let object: unknown = globalThis;
      for (const name of path) object = (object as Record<string, unknown> | undefined)?.[name];
      return object as object | undefined;
    };
    for (const { path, member } of given) {
      if (member === null) {
        drop(objectAt(path.slice(0, -1)), path.at(-1) ?? '');
        continue;
      }
      const object = path[0] === 'Window' ? globalThis : objectAt(path);
      drop(object, member);
      drop((object as { prototype?: unknown } | undefined)?.prototype, member);
    }
    Object.assign(globalThis, { floored: found });
  }, apis);
}

/** Runs in a page. */
export const removedHere = (): number =>
  (globalThis as unknown as { floored: Floored }).floored.removed;
