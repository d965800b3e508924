import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Database } from '../../platform/storage/database';
import type { Tenant } from '../../tenants/tenant';
import type { UploadRow } from '../model';
import { queueRemoval } from '../removal/queue';
import type { AttachmentStorage } from '../storage/storage';
import { exactly, TooFewBytesError } from './exactly';
import type { RequireFreeSpace } from './free-space';
import {
  beginArrival,
  countOfNetwork,
  isKept,
  keepArrival,
  LEASE_MS,
  releaseArrival,
  sentTooOften,
  takenOver,
  RETRY_AFTER_S,
  tooManyAtOnce,
  type ArrivalLimits,
} from './leases';
import type { RunningPut, RunningPuts } from './running';
import type { TransferMs } from './transfer-time';

/** A request that sends the bytes of an upload. */
export interface Incoming {
  /** A keyed hash of the network from which it comes. */
  network: string;
  /** Yields the bytes until the signal stops them. */
  body(signal: AbortSignal): AsyncIterable<Buffer>;
}

export interface ReceiveOptions {
  database: Database;
  clock: Clock;
  storage: AttachmentStorage;
  running: RunningPuts;
  limits: ArrivalLimits;
  requireFreeSpace: RequireFreeSpace;
  transferMs: TransferMs;
}

/** Stores the bytes of one PUT. @returns the number that came; if they are fewer than announced, none is kept */
export type Receive = (tenant: Tenant, upload: UploadRow, incoming: Incoming) => Promise<number>;

export function createReceive(options: ReceiveOptions): Receive {
  const { database, clock, storage, running, limits, requireFreeSpace, transferMs } = options;

  /** Checks this node's own PUTs, which costs no statement: a flood from one network is refused here. */
  const requireTurnHere = ({ upload_id: uploadId }: UploadRow, network: string): void => {
    const others = [...running.all.values()].filter((put) => put.upload_id !== uploadId);
    if (others.length >= limits.perNode) {
      throw new AppError('overloaded', { retryAfterS: RETRY_AFTER_S });
    }
    const same = others.filter((put) => put.network === network);
    if (same.length >= limits.perNetwork) throw tooManyAtOnce();
  };

  /** Checks that there is space for all bytes that running PUTs will still send. */
  const requireRoom = async (): Promise<void> => {
    const puts = [...running.all.values()];
    await requireFreeSpace(
      puts.reduce(
        (sum, { announcedBytes, receivedBytes }) => sum + announcedBytes - receivedBytes,
        0,
      ),
    );
  };

  const begin = async (tenant: Tenant, put: RunningPut): Promise<void> => {
    await requireRoom();
    const { network } = put;
    const isHere = (object: string) => running.all.has(object);
    const now = clock();
    const former = await database.transaction((tx) =>
      beginArrival(tx, { tenant, arrival: arrivalOf(put), network, limits, now, isHere }),
    );
    put.leaseEndsAt = now + LEASE_MS;
    const superseded = former === null ? undefined : running.all.get(former);
    superseded?.stopping.abort(takenOver());
    // The limit is for all tenants, and PUTs of other tenants may have begun at the same moment.
    if ((await countOfNetwork(database.read, network, now)) > limits.perNetwork) {
      throw tooManyAtOnce();
    }
    await superseded?.ended;
  };

  /** Removes the bytes of a PUT, now or later, and frees the space that it had reserved. */
  const giveUp = async (put: RunningPut, mayBeKept: boolean): Promise<void> => {
    if (put.leaseEndsAt === null) return;
    const { tenant_id: tenantId, object } = put;
    const isRemoved =
      !mayBeKept &&
      (await storage.remove(object).then(
        () => true,
        () => false,
      ));
    await database.transaction(async (tx) => {
      if (mayBeKept && (await isKept(tx, arrivalOf(put)))) return;
      await releaseArrival(tx, arrivalOf(put));
      if (!isRemoved) await queueRemoval(tx, tenantId, [object], clock());
    });
  };

  return async (tenant, upload, { network, body }) => {
    const { tenant_id, upload_id, announced_bytes: announced } = upload;
    if (upload.puts >= limits.putsPerUpload) throw sentTooOften();
    requireTurnHere(upload, network);
    const object = randomBytes(16).toString('hex');
    const put = running.add({ tenant_id, upload_id, object, network, announcedBytes: announced });
    const late = () => new AppError('bad_json', { message: 'The bytes did not arrive in time.' });
    const timer = setTimeout(() => put.stopping.abort(late()), transferMs(announced));
    const { signal } = put.stopping;
    let isCommitting = false;
    try {
      await begin(tenant, put);
      signal.throwIfAborted();
      const counted = (bytes: number) => (put.receivedBytes = bytes);
      await storage.put(object, exactly(announced, body(signal), counted), announced);
      signal.throwIfAborted();
      isCommitting = true;
      await database.transaction((tx) => keepArrival(tx, arrivalOf(put), announced));
      return announced;
    } catch (error) {
      // If the response to the commit was lost, the bytes may have been kept.
      const mayBeKept = isCommitting && !(error instanceof AppError);
      // If this fails as well, the lease expires.
      await giveUp(put, mayBeKept).catch(() => undefined);
      if (error instanceof TooFewBytesError) return put.receivedBytes;
      throw error;
    } finally {
      clearTimeout(timer);
      put.end();
    }
  };
}

function arrivalOf({ tenant_id, upload_id, object }: RunningPut) {
  return { tenant_id, upload_id, object };
}
