#!/usr/bin/env node
import { EXIT } from './errors';
import { run } from './program';
import { say } from './terminal/output';

// A reader that closes the pipe early (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  say(`relayctl: the result can't be written (${error.code})`);
  process.exit(EXIT.failed);
});
process.stderr.on('error', () => {}); // there is nowhere left to report it

process.exitCode = await run(process.argv);

// Waits until a slow reader has all of the output, however long that takes.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
}

// An open socket whose peer is silent would keep the process alive for half a minute.
const LINGER_MS = 500;
setTimeout(() => process.exit(), LINGER_MS).unref();
