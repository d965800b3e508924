import { randomBytes } from 'node:crypto';
import { createTestCallback, EVENT_NAMES, type EventName } from '@chat-relay/receiver-sdk';
import { EXIT, ExitError } from '../errors';
import { liveRequestOf, type LiveRequest } from './live-request';
import { callReceiver, isAway, type ReceiverAnswer } from './receiver-call';
import { VECTORS } from './vector';

/** The parts of a receiver's response that the cases check. */
export interface Seen {
  /** Null if there was no response. */
  status: number | null;
  /** The code of a refusal; if there was no response, the reason. */
  code: string | null;
  /** True if the response has `"received": true`. */
  received: boolean;
}

export type CaseResult = { name: string } & (
  | { result: 'passed' | 'failed'; expected: { status: number; codes: string[] }; seen: Seen }
  | { result: 'skipped'; reason: string }
);

export interface Examined {
  /** Has no slash at its end. */
  base: string;
  tenantId: string;
  secret: string;
  oldSecret: string | null;
}

/** In ms. Twice the difference between two machines that follow NTP, plus the time of a slow request. */
const MARGIN_MS = 10_000;

/**
 * Sends a receiver each case of the conformance kit, one after another.
 * @throws {ExitError} 5 if nothing responds at all
 */
export async function* examine(receiver: Examined): AsyncGenerator<CaseResult> {
  const strangers = {
    anotherSecret: `ts_${randomBytes(32).toString('base64url')}`,
    thirdSecret: `ts_${randomBytes(32).toString('base64url')}`,
    // A UUID v7, the form of every tenant's id: a receiver may refuse other forms.
    unknownTenantId: createTestCallback('message-received').event_id,
  };
  for (const vector of VECTORS) {
    const { name } = vector;
    const facts = { ...receiver, ...strangers, nowMs: Date.now(), marginMs: MARGIN_MS, eventFor };
    const request = liveRequestOf(vector, facts);
    if ('skipped' in request) {
      yield { name, result: 'skipped', reason: request.skipped };
      continue;
    }
    if (request.isRepeated) await send(receiver.base, request);
    const answer = await send(receiver.base, request);
    if (isAway(answer)) {
      const message = `${receiver.base} does not answer: ${answer.reason}. Does the receiver run?`;
      throw new ExitError(EXIT.unreachable, message);
    }
    yield judge(name, request, seenIn(answer));
  }
}

function send(base: string, { path, headers, body }: LiveRequest): Promise<ReceiverAnswer> {
  return callReceiver(base + path, { headers, body });
}

function judge(name: string, { codes }: LiveRequest, seen: Seen): CaseResult {
  const isValid = codes.includes(null);
  const expected = {
    status: isValid ? 200 : 401,
    codes: codes.filter((code): code is string => code !== null),
  };
  const isRight = isValid ? seen.received : seen.code !== null && codes.includes(seen.code);
  const hasPassed = seen.status === expected.status && isRight;
  return { name, result: hasPassed ? 'passed' : 'failed', expected, seen };
}

function seenIn({ status, text, failure }: ReceiverAnswer): Seen {
  if (status === null) return { status, code: failure, received: false };
  try {
    const body = JSON.parse(text) as { received?: unknown; error?: { code?: unknown } } | null;
    const code = body?.error?.code;
    return {
      status,
      code: typeof code === 'string' ? code : null,
      received: body?.received === true,
    };
  } catch {
    return { status, code: null, received: false };
  }
}

/** Makes a realistic event with a new id, which keeps the special fields of the case. */
function eventFor(own: Record<string, unknown>): Record<string, unknown> {
  if (!('event_id' in own)) return own;
  const isKnown = (EVENT_NAMES as readonly unknown[]).includes(own['event']);
  const made = createTestCallback(isKnown ? (own['event'] as EventName) : 'message-received');
  const { event_id, occurred_at } = made;
  return isKnown ? { ...made, ...own, event_id, occurred_at } : { ...own, event_id, occurred_at };
}
