import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// Debian keeps servers in sbin, which is not on a plain user's PATH.
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the first of these programs that exists. @param {...string} names @returns {string | undefined} */
export function findProgram(...names) {
  for (const name of names) {
    if (name.includes('/') && isExecutable(name)) return name;
    const folder = folders.find((each) => each !== '' && isExecutable(join(each, name)));
    if (folder !== undefined) return join(folder, name);
  }
  return undefined;
}

export const findChromium = () =>
  findProgram(
    ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  );
