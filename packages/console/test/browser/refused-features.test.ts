import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

/** Each throws in a browser that lacks or refuses it. An effect that throws ends what changed its signals. */
const REFUSED =
  /\b(localStorage|sessionStorage|canParse|navigator\.(clipboard|locks|vibrate|share|serviceWorker))\b|new (Notification|AudioContext|BroadcastChannel)\b|import \{[^}]*\beffect\b[^}]*\} from '@preact\/signals'/;

it('only the room `browser` uses what a browser may lack or refuse', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file));
  const users = files.filter((file) => REFUSED.test(readFileSync(`${SOURCE}/${file}`, 'utf8')));
  expect(users.length).toBeGreaterThan(3);
  expect(users.filter((file) => !file.startsWith('browser/'))).toEqual([]);
});
