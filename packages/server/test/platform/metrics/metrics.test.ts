import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../../src/platform/metrics/metrics';
import { startDocumentedServer, type DocumentedServer } from '../http/documented-server';

let documented: DocumentedServer;
let address: string;

beforeAll(async () => {
  documented = await startDocumentedServer();
  address = documented.server.info.uri;
});
afterAll(() => documented.close());

const scrape = async (): Promise<string> => (await fetch(`${address}/metrics`)).text();

describe('GET /metrics', () => {
  it('reports the process and the event loop', async () => {
    const answer = await fetch(`${address}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });

  it('counts requests by the route that answered, not by the path that was called', async () => {
    await fetch(`${address}/api/v1/console/login`, { method: 'POST' });
    await fetch(`${address}/api/v1/fetch/widget-config?tenant_id=secret-tenant`);
    await expect
      .poll(scrape)
      .toMatch(
        /^relay_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/fetch\/widget-config",status="422"\} 1$/m,
      );
    expect(await scrape()).not.toContain('secret-tenant');
  });

  it('makes no series of paths that strangers think up', async () => {
    await fetch(`${address}/wp-login.php`);
    await fetch(`${address}/.env`, { method: 'DELETE' });
    await expect.poll(scrape).toMatch(/route="none",status="404"/);
    expect(await scrape()).not.toMatch(/wp-login|\.env/);
  });
});

describe('createMetrics', () => {
  it('keeps nothing of a relay that has stopped', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const stopped = new WeakRef(createMetrics().registry);
    await nextTurn();
    collectGarbage();
    expect(stopped.deref()).toBeUndefined();
  });

  it('keeps the measurements of two relays apart', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.counter('relay_things_total', 'Things', ['kind']).inc({ kind: 'a' });
    expect(await one.registry.metrics()).toContain('relay_things_total{kind="a"} 1');
    expect(await other.registry.metrics()).not.toContain('relay_things_total');
  });

  it('reads a gauge when metrics are asked for', async () => {
    const metrics = createMetrics();
    let depth = 1;
    metrics.gauge('relay_depth', 'Depth', async () => depth);
    expect(await metrics.registry.metrics()).toMatch(/^relay_depth 1$/m);
    depth = 7;
    expect(await metrics.registry.metrics()).toMatch(/^relay_depth 7$/m);
  });

  it('drops a series that a gauge no longer reads', async () => {
    const metrics = createMetrics();
    let reading: Record<string, number> = { a: 1, b: 2 };
    metrics.gauge('relay_worst', 'Worst', () => reading, 'which');
    expect(await metrics.registry.metrics()).toContain('relay_worst{which="a"} 1');
    reading = { b: 3 };
    const text = await metrics.registry.metrics();
    expect(text).toContain('relay_worst{which="b"} 3');
    expect(text).not.toContain('which="a"');
  });

  it('shows a total that is counted elsewhere as it is, however often it is read', async () => {
    const metrics = createMetrics();
    metrics.total('relay_done_total', 'Done', () => ({ well: 3, badly: 1 }), 'outcome');
    await metrics.registry.metrics();
    expect(await metrics.registry.metrics()).toMatch(/^relay_done_total\{outcome="well"\} 3$/m);
  });
});
