import { createRedelivery } from '../callbacks/console/redelivery';
import { createTestCall } from '../callbacks/console/test-call';
import { createCallbackHealth } from '../callbacks/health/callback-health';
import { createLastResults } from '../callbacks/health/last-results';
import { createDelivery } from '../callbacks/delivery/delivery';
import { createSender } from '../callbacks/delivery/sender';
import { createOutbox } from '../callbacks/outbox/outbox';
import { createBacklog } from '../callbacks/worker/backlog';
import { measureCallbacks, measureSender } from '../callbacks/worker/metrics';
import { createCallbackWorker } from '../callbacks/worker/worker';
import type { Infrastructure } from './infrastructure';
import type { TenancyPart } from './tenancy';

export type CallbacksPart = ReturnType<typeof buildCallbacks>;

/** The delivery of events to the tenants' backends. */
export function buildCallbacks(
  { config, database, clock, log, metrics, lifecycle }: Infrastructure,
  { guard, callbackProxy: proxy, directory, secrets }: TenancyPart,
) {
  const sender = measureSender(metrics, createSender({ guard, proxy }));
  lifecycle.register({ name: 'callback connections', stop: sender.close });
  const target = { targetOf: directory.find, activeSecret: secrets.activeSecret };
  const outbox = createOutbox(log);
  const delivery = createDelivery({ sender, ...target, traces: outbox.traces, clock, log });
  const lastResults = createLastResults({ database, log });
  lifecycle.register({ name: 'results of callbacks', ...lastResults });
  const worker = createCallbackWorker({
    database,
    clock,
    log,
    outbox,
    slowSlots: config.callbacksInFlight,
    deliver: delivery.deliver,
    lastResults,
  });
  measureCallbacks(metrics, { stats: worker.stats, backlog: createBacklog({ database, clock }) });

  return {
    delivery,
    worker,
    outbox,
    readHealth: createCallbackHealth({ database, clock, lastResults }),
    redelivery: createRedelivery({ database, clock, wake: worker.wake }),
    testCall: createTestCall({ guard, proxy, sender, ...target, clock }),
  };
}
