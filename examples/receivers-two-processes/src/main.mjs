// Two processes behind one address, with one memory of requests and events.
import cluster from 'node:cluster';
import {
  createReceiver,
  expressHandler,
  redisIdempotencyStore,
  redisReplayStore,
} from '@chat-relay/receiver-sdk';
import express from 'express';
import { createClient } from 'redis';

const { PORT = '8082', TENANT_SECRET = '', REDIS_URL = 'redis://127.0.0.1:6379' } = process.env;

if (cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (_worker, { port }) => {
    listening += 1;
    if (listening === 2) console.log(`listening on ${port}`);
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
  redis.on('error', (error) => console.error(error.message));
  await redis.connect();

  const receiver = createReceiver({
    secrets: [TENANT_SECRET],
    replayStore: redisReplayStore(redis),
    idempotencyStore: redisIdempotencyStore(redis),
  });
  receiver.on('*', (event) => console.log(process.pid, event.sequence, event.event));
  express().use(expressHandler(receiver)).listen(Number(PORT), '127.0.0.1');
}
