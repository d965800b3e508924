import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Line, Page } from './sites';

const APP = fileURLToPath(new URL('next-app', import.meta.url));
const NEXT = join(APP, 'node_modules/next/dist/bin/next');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.txt': 'text/x-component',
};

/** Builds the app as its developer does, with the relay's address in the environment. */
export async function buildNextApp({ src, tenant, key }: Line): Promise<void> {
  await removeNextApp();
  await promisify(execFile)(process.execPath, [NEXT, 'build'], {
    cwd: APP,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_PUBLIC_RELAY: new URL(src).origin,
      NEXT_PUBLIC_TENANT: tenant,
      NEXT_PUBLIC_KEY: key,
    },
  });
}

/** Removes what the build has written. */
export async function removeNextApp(): Promise<void> {
  for (const folder of ['.next', 'dist'])
    await rm(join(APP, folder), { recursive: true, force: true });
}

/** Reads a file of the export as static hosts do: `/cart` is `cart.html`. */
export function readExport(path: string): Page | undefined {
  const name = path === '/' ? '/index.html' : extname(path) ? path : `${path}.html`;
  const file = join(APP, 'dist', decodeURIComponent(name));
  if (!existsSync(file)) return undefined;
  return { body: readFileSync(file), type: TYPES[extname(name)] ?? 'application/octet-stream' };
}
