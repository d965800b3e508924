import { fileURLToPath } from 'node:url';

/** The console's build: next to this program's own, or the package's while this runs from its source. */
export function consoleFolder(): string {
  const isSource = import.meta.url.endsWith('/src/console-page/folder.ts');
  return fileURLToPath(new URL(isSource ? '../../../console/dist/' : 'console/', import.meta.url));
}
