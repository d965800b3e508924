import { listStoredData } from '../../src/app/stored-data';
import {
  eraseSessions as eraseStoredSessions,
  type ErasedConversation,
} from '../../src/compliance/erasure';
import {
  createRetention as createRetentionOf,
  type RetentionOptions,
} from '../../src/compliance/retention';
import {
  createTenantErasure as createTenantErasureOf,
  type TenantErasureOptions,
} from '../../src/compliance/tenant-erasure';
import type { Removals } from '../../src/attachments/removal/removals';
import { systemClock, type Clock } from '../../src/platform/clock';
import type { Database, Tx } from '../../src/platform/storage/database';
import type { StoredData } from '../../src/platform/storage/stored-data';

interface Given {
  database: Database;
  clock?: Clock;
  removals?: Pick<Removals, 'workOff'>;
}

/** The data of all features of the relay. Block keys are left out. */
export function relayData({
  database,
  clock = systemClock,
  removals = { workOff: async () => true },
}: Given): StoredData[] {
  return listStoredData({ database, clock, removals, blocks: { forget: async () => undefined } });
}

export const createRetention = (options: Omit<RetentionOptions, 'data'>) =>
  createRetentionOf({ ...options, data: relayData(options) });

export const createTenantErasure = (
  options: Omit<TenantErasureOptions, 'data'> & Pick<Given, 'removals'>,
) => createTenantErasureOf({ ...options, data: relayData(options) });

export const eraseSessions = (
  tx: Tx,
  database: Database,
  erased: Parameters<typeof eraseStoredSessions>[2],
): Promise<ErasedConversation[]> => eraseStoredSessions(tx, relayData({ database }), erased);
