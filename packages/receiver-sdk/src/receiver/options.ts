import type { Gap } from './gap-watch';
import { memoryIdempotencyStore } from '../stores/idempotency-store';
import type { IdempotencyStore } from '../stores/idempotency-store';
import { MemoryReplayStore, memoryReplayStore } from '../stores/replay-store';
import type { ReplayStore } from '../stores/replay-store';
import {
  assertAmount,
  assertSecretsSource,
  MAX_BODY_BYTES,
  TOLERANCE_MS,
} from '../signature/verification';
import type { SecretsSource } from '../signature/verification';
import { isProduction, warn } from './warn';

/** Options of `createReceiver`. Several processes need shared stores. */
export type ReceiverOptions = SecretsSource & {
  /** Accepts only this tenant's callbacks. */
  tenantId?: string | undefined;
  /** Remembers signatures. Default: in memory, for one process. */
  replayStore?: ReplayStore | undefined;
  /** Remembers handled events. Default: in memory, for one process. */
  idempotencyStore?: IdempotencyStore | undefined;
  /** In ms. The largest difference of a timestamp, into the past and into the future. Default 300,000. */
  toleranceMs?: number | undefined;
  /** In bytes. A larger body is refused with `body_too_large`. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** The current time in ms since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /**
   * Called when a response isn't 200, with the reason: a `VerificationError`, or what a handler or a store threw.
   * Default: all but `VerificationError` are written to the console.
   */
  onError?: ((error: unknown) => void) | undefined;
  /**
   * Called once for events that are missing in a conversation, by `sequence`. It knows only the events that this
   * process received: with several processes, route a conversation's callbacks to one of them.
   */
  onGap?: ((gap: Gap) => void) | undefined;
};

export interface Settings {
  source: SecretsSource;
  tenantId: string | undefined;
  replayStore: ReplayStore;
  idempotencyStore: IdempotencyStore;
  toleranceMs: number;
  maxBodyBytes: number;
  now: () => number;
  onError: ((error: unknown) => void) | undefined;
  onGap: ((gap: Gap) => void) | undefined;
}

/** Applies the defaults. @throws TypeError for options that could never work. */
export function settingsOf(options: ReceiverOptions): Settings {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('createReceiver needs secrets or secretsFor');
  }
  const {
    secrets,
    secretsFor,
    tenantId,
    replayStore = memoryReplayStore(),
    idempotencyStore = memoryIdempotencyStore(),
    toleranceMs = TOLERANCE_MS,
    maxBodyBytes = MAX_BODY_BYTES,
    now = Date.now,
    onError,
    onGap,
  } = options;
  assertSecretsSource(options);
  assertAmount('toleranceMs', toleranceMs);
  assertAmount('maxBodyBytes', maxBodyBytes);
  assertMethods('replayStore', replayStore, ['claim']);
  assertMethods('idempotencyStore', idempotencyStore, ['begin', 'commit', 'release']);
  if (tenantId !== undefined && (typeof tenantId !== 'string' || tenantId === '')) {
    throw new TypeError('tenantId must be a non-empty string');
  }
  if (typeof now !== 'function') throw new TypeError('now must be a function');
  if (onError !== undefined && typeof onError !== 'function') {
    throw new TypeError('onError must be a function');
  }
  if (onGap !== undefined && typeof onGap !== 'function') {
    throw new TypeError('onGap must be a function');
  }

  warnOfMemoryInProduction(replayStore);
  return {
    source: secretsFor ? { secretsFor } : { secrets },
    tenantId,
    replayStore,
    idempotencyStore,
    toleranceMs,
    maxBodyBytes,
    now,
    onError,
    onGap,
  };
}

function assertMethods(name: string, store: unknown, methods: readonly string[]): void {
  for (const method of methods) {
    if (typeof (store as Record<string, unknown> | null)?.[method] === 'function') continue;
    throw new TypeError(`${name} must have a method ${method}`);
  }
}

let isWarned = false;

function warnOfMemoryInProduction(replayStore: ReplayStore): void {
  if (isWarned || !(replayStore instanceof MemoryReplayStore)) return;
  if (!isProduction()) return;
  isWarned = true;
  warn(
    'replays are remembered in memory: a restart forgets them, other processes do not see them. ' +
      'Give createReceiver a replayStore that all processes share.',
    'CHAT_RELAY_MEMORY_REPLAY_STORE',
  );
}
