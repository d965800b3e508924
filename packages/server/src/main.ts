#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { runCommand } from './app/command-line/commands';
import { EXIT } from './app/command-line/exit-codes';
import { UnreachableError } from './app/unreachable-error';
import type { Config } from './config/config';
import { ConfigError } from './config/config-error';
import { loadEnvFile } from './config/env-file';
import { readConfig } from './config/read-config';
import { SECRET_SETTINGS } from './config/variables';
import { configWarnings } from './config/warnings';
import { createLog } from './platform/log';
import { unavailability } from './platform/storage/failures';

const EXIT_DEADLINE_MS = 9_500;
/**
 * The growth of the heap between two collections, in percent. V8's own choice lets it grow to four times its size, so
 * that sockets that closed long ago would keep the process about 75 MiB larger; this keeps about 50. With 60 it was 36,
 * with 100 it is 58, and an ack takes 5 % less processor time than with 60.
 */
const HEAP_GROWTH_PERCENT = 80;

// Files contain conversations and password hashes, so only this user may read them.
process.umask(0o077);
const args = process.argv.slice(2);
try {
  if (args.length > 0) process.exitCode = await runCommand(args);
  else await run(readOwnConfig());
} catch (error) {
  if (error instanceof ConfigError) exitForConfig(error);
  throw error;
}

function readOwnConfig(): Config {
  const known = loadEnvFile();
  return readConfig(process.env, known);
}

function exitForConfig({ problems }: ConfigError): never {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(EXIT.config);
}

async function run(config: Config): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const log = createLog({
    level: config.logLevel,
    isReadable: config.isLocal && process.stderr.isTTY === true,
    outageOf: unavailability,
    secretFields: SECRET_SETTINGS,
  });
  for (const line of configWarnings(process.env, config))
    log.warn({ event: 'config.warning' }, line);
  // One unhandled rejection must not end every conversation.
  process.on('unhandledRejection', (error) =>
    log.error({ event: 'relay.unhandled_rejection', err: error }, 'unhandled rejection'),
  );
  const { assertCanListen } = await import('./app/start-failures');
  try {
    await assertCanListen(config);
    // Imported only here, because it takes half of a start, and neither `--help` nor a refused setting needs it.
    const { buildRelay } = await import('./app/build-relay');
    const relay = await buildRelay({ config, log });
    await relay.start();
    stopOnSignal(async () => {
      log.info({ event: 'relay.draining' }, 'draining');
      await relay.stop();
      log.info({ event: 'relay.stopped' }, 'stopped');
    });
    // Written last, because a supervisor that reads this line may send a signal at once.
    const fields = { address: relay.address(), env: config.env };
    log.info({ event: 'relay.listening', ...fields }, 'the relay listens');
  } catch (error) {
    if (error instanceof ConfigError) {
      log.debug({ event: 'relay.start_refused', err: error.cause }, 'the relay could not start');
      exitForConfig(error);
    }
    if (error instanceof UnreachableError) {
      log.debug({ event: 'relay.start_refused', err: error.cause }, 'the relay could not start');
      process.stderr.write(`${error.message}\n`);
      process.exit(EXIT.unreachable);
    }
    log.fatal({ event: 'relay.start_failed', err: error }, 'the relay could not start');
    process.exit(1);
  }
}

/** A second signal, or a drain that hangs, ends the process at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => process.exit(1), EXIT_DEADLINE_MS).unref();
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
