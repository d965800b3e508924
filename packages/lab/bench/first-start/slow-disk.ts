// Runs inside the relay, before its own code: it is text, because no file of ours goes along.
const SOURCE = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15);
for (const name of ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'linkSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    const result = real(...args);
    pause();
    return result;
  };
}
const writeWhole = fs.writeFileSync;
fs.writeFileSync = (path, data, options) => {
  if (typeof path !== 'string') return writeWhole(path, data, options);
  const bytes = Buffer.from(data);
  const file = fs.openSync(path, options?.flag ?? 'w', options?.mode);
  fs.writeSync(file, bytes.subarray(0, bytes.length / 2));
  fs.writeSync(file, bytes.subarray(bytes.length / 2));
  fs.closeSync(file);
};
syncBuiltinESMExports();
`;

/** Makes a process pause after each step of writing a file, so that a kill can fall between two. */
export const SLOW_DISK = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SOURCE)}`,
};
