import { setTimeout as wait } from 'node:timers/promises';
import { createVisitor } from '../../../server/test/support/world';
import type { History } from '../torture/history';
import { TortureOperator } from '../torture/operator';
import { createRandom } from '../torture/random';
import type { RelayProcess } from '../torture/relay-process';
import { conclude, type Conclusion } from '../torture/torture';
import { TortureVisitor } from '../torture/visitor';
import type { Stage } from './checks';
import { openFeed, type Close } from './clients';

const VISITORS = 12;
/** Before the first restart, between two, and after the last. */
const PAUSE_MS = 4_000;
/** The longest time until the proxy notices that a node is back. */
const NOTICE_MS = 2_500;

export interface RestartReport {
  ledger: Conclusion;
  /** Close code → number of visitors' open sockets that were closed with it. */
  closes: Record<string, number>;
  feedCloses: Close[];
  refusedSockets: number;
  requests: number;
  failedRequests: string[];
}

/** Restarts the nodes A, B and A under load that goes through the proxy. */
export async function restartUnderLoad(
  { proxy: { url }, world, operator }: Stage,
  nodes: readonly [RelayProcess, RelayProcess],
  { databaseUrl, history }: { databaseUrl: string; history: History },
): Promise<RestartReport> {
  const random = createRandom(1);
  const closes: Record<string, number> = {};
  let refusedSockets = 0;
  const visitors: TortureVisitor[] = [];
  for (let index = 0; index < VISITORS; index++) {
    const { sessionId, token } = await createVisitor(url, world);
    visitors.push(
      new TortureVisitor({
        url,
        origin: world.origin,
        sessionId,
        token,
        random: random.fork(),
        history,
        onClose: (code, isOpen) => {
          if (isOpen) closes[code] = (closes[code] ?? 0) + 1;
          else refusedSockets++;
        },
      }),
    );
  }
  const operators = [new TortureOperator(operator, random.fork(), history)];
  const reader = await createVisitor(url, world);
  const poll = startPolling(() =>
    fetch(`${url}/api/v1/fetch/messages?after_seq=0&limit=1`, {
      headers: { authorization: `Bearer ${reader.token}` },
    }),
  );
  const post = startPolling(() =>
    fetch(`${url}/api/v1/console/set/presence`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' },
      body: '{"status":"online"}',
    }),
  );
  const feedCloses: Close[] = [];

  await wait(PAUSE_MS);
  const [a, b] = nodes;
  for (const node of [a, b, a]) {
    // Two of them are on different nodes.
    const feeds = await Promise.all(
      [1, 2].map(() => openFeed(url, operator.token, world.workspaceId)),
    );
    const code = await node.stop();
    if (code !== 0) history.surprises.push(`a node exited with ${code}`);
    await wait(PAUSE_MS / 2);
    await node.start();
    await wait(NOTICE_MS);
    for (const feed of feeds) {
      const close = await Promise.race([feed.closed, wait(0, null)]);
      if (close) feedCloses.push(close);
      else await feed.close();
    }
    await wait(PAUSE_MS / 2);
  }
  const polls = [await poll.stop(), await post.stop()];
  await b.stop();
  // Read back through the proxy, too.
  const ledger = await conclude({
    relay: { ...a, url },
    databaseUrl,
    history,
    crowd: { visitors, operators },
  });
  return {
    ledger,
    closes,
    feedCloses,
    refusedSockets,
    requests: polls.reduce((sum, { requests }) => sum + requests, 0),
    failedRequests: polls.flatMap(({ failed }) => failed),
  };
}

/** Sends one request after another, and does not repeat failed ones. */
function startPolling(ask: () => Promise<Response>) {
  let isOver = false;
  const failed: string[] = [];
  let requests = 0;
  const done = (async () => {
    while (!isOver) {
      requests++;
      try {
        const answer = await ask();
        await answer.arrayBuffer();
        if (answer.status >= 400) failed.push(`${answer.status}`);
      } catch (error) {
        failed.push(String((error as Error).cause ?? error));
      }
      await wait(20);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await done;
      return { requests, failed };
    },
  };
}
