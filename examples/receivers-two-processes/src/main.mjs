// Two processes behind one address that share their stores of requests and events.
import cluster from 'node:cluster';
import {
  createReceiver,
  expressHandler,
  redisIdempotencyStore,
  redisReplayStore,
} from '@chat-relay/receiver-sdk';
import express from 'express';
import { createClient } from 'redis';

const { PORT = '8082', TENANT_SECRET, REDIS_URL = 'redis://127.0.0.1:6379' } = process.env;
if (!TENANT_SECRET) {
  console.error('Set TENANT_SECRET to the value that create/tenant returned.');
  process.exit(78);
}

if (cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (_worker, { port }) => {
    listening += 1;
    if (listening === 2) console.log(`listening on ${port}`);
  });
  cluster.on('exit', (_worker, code) => {
    process.exitCode = code || 1;
  });
  cluster.fork();
  cluster.fork();
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, () => {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill();
      process.exit();
    });
  }
} else {
  const redis = createClient({ url: REDIS_URL });
  let isListening = false;
  redis.on('error', ({ code, message }) => {
    console.error(`REDIS_URL: ${message || code}`);
    if (!isListening) process.exit(78); // later it reconnects automatically
  });
  await redis.connect();

  const receiver = createReceiver({
    secrets: [TENANT_SECRET],
    replayStore: redisReplayStore(redis),
    idempotencyStore: redisIdempotencyStore(redis),
  });
  receiver.on('*', (event) => console.log(process.pid, event.sequence, event.event));
  express()
    .use(expressHandler(receiver))
    .listen(Number(PORT), '127.0.0.1', (error) => {
      if (error) {
        console.error(error.message);
        process.exit(1);
      }
      isListening = true;
    });
}
