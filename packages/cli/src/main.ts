#!/usr/bin/env node
import { EXIT } from './errors';
import { run } from './program';

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`relayctl: the result can't be written (${error.code})\n`);
  process.exit(EXIT.failed);
});

process.exitCode = await run(process.argv);

// A socket whose peer has gone silent would hold the process for half a minute.
const LINGER_MS = 500;
setTimeout(() => process.exit(), LINGER_MS).unref();
