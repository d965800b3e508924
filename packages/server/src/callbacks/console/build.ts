import { createRedelivery } from './redelivery';
import { createTestCall } from './test-call';
import { createCallbackHealth } from '../health/callback-health';
import { createLastResults } from '../health/last-results';
import { createDelivery } from '../delivery/delivery';
import { createSender } from '../delivery/sender';
import { createOutbox } from '../outbox/outbox';
import { createBacklog } from '../worker/backlog';
import { measureCallbacks, measureSender } from '../worker/metrics';
import { createCallbackWorker } from '../worker/worker';
import type { Config } from '../../config/config';
import type { Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics/metrics';
import type { Database } from '../../platform/storage/database';
import type { Lifecycle } from '../../platform/tasks/lifecycle';
import type { TenantDirectory } from '../../tenants/directory';
import type { TenantSecrets } from '../../tenants/secrets';
import type { AddressGuard } from '../delivery/address-guard';
import type { CallbackProxy } from '../delivery/callback-proxy';

export interface CallbacksDeps {
  config: Pick<Config, 'callbacksInFlight'>;
  database: Database;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  lifecycle: Pick<Lifecycle, 'register'>;
  guard: AddressGuard;
  callbackProxy: CallbackProxy | null;
  directory: TenantDirectory;
  secrets: TenantSecrets;
}

export type CallbacksBuilt = ReturnType<typeof buildCallbacks>;

/** Builds the delivery of events to the tenants' backends. */
export function buildCallbacks(deps: CallbacksDeps) {
  const { config, database, clock, log, metrics, lifecycle } = deps;
  const { guard, callbackProxy: proxy, directory, secrets } = deps;
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
