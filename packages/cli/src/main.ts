#!/usr/bin/env node
import { EXIT } from './errors';
import { run } from './program';
import { say } from './terminal/output';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  say(`relayctl: the result can't be written (${error.code})`);
  process.exit(EXIT.failed);
});
process.stderr.on('error', () => {}); // nothing is left to say it on

process.exitCode = await run(process.argv);

// A slow reader gets all of it, however long that takes.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
}

// A socket whose peer has gone silent would hold the process for half a minute.
const LINGER_MS = 500;
setTimeout(() => process.exit(), LINGER_MS).unref();
