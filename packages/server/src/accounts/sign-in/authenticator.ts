import { verifySignedRequest } from '@chat-relay/receiver-sdk';
import { sha256Hex, signedHeaders } from '@chat-relay/receiver-sdk/signature';
import type { Dispatcher } from 'undici';
import { SECOND, type Clock } from '../../platform/clock';
import { createServiceAgent, NO_PROXIES, type Proxies } from '../../platform/http/service-agent';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { Logger } from '../../platform/log';

/** The result for a code; `timeStep` is the half minute to which a correct code belongs. */
export type CodeOutcome =
  | { isValid: true; timeStep: number }
  | { isValid: false; reason: 'wrong' | 'replayed' | 'locked' | 'not_enrolled' };

/**
 * The service that stores the secrets of authenticator apps. A subject is an account's id; the service learns
 * nothing else about it.
 *
 * A response counts only if the service has signed it for this very request. Otherwise every function throws
 * `totp_unavailable`.
 */
export interface Authenticator {
  /** Creates a secret that waits for its first code, and returns its `otpauth:` address. */
  enroll(subject: string): Promise<string>;
  /** Checks the first code of an enrolment, and stores the enrolment if the code is right. */
  activate(subject: string, code: string): Promise<CodeOutcome>;
  /** @param challengeId the login for which the code was given */
  verify(subject: string, code: string, challengeId: string): Promise<CodeOutcome>;
  disable(subject: string): Promise<void>;
}

export interface AuthenticatorOptions {
  /** Has no slash at its end. The administrator chose it, so it may be a private address. */
  url: string;
  tenantId: string;
  tenantSecret: string;
  proxies?: Proxies;
  clock: Clock;
  log: Logger;
}

type Operation = 'enroll' | 'activate' | 'verify' | 'disable';
type Answer = Record<string, unknown>;

const CONNECT_TIMEOUT_MS = 2 * SECOND;
/** In ms. Three seconds in total; the first attempt leaves enough time for a second one. */
const ATTEMPT_TIMEOUTS_MS = [2 * SECOND, SECOND];
const ANSWER_TOLERANCE_MS = 60 * SECOND;
const MAX_ANSWER_BYTES = 4096;
const RETRY_AFTER_S = 5;
const REASONS = ['wrong', 'replayed', 'locked', 'not_enrolled'] as const;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { url, tenantId, tenantSecret: secret, clock, log, proxies = NO_PROXIES } = options;
  const agent = createServiceAgent(url, proxies, { connect: { timeout: CONNECT_TIMEOUT_MS } });
  const { origin, pathname } = new URL(url);
  const folder = pathname === '/' ? '' : pathname;
  let lastTimestampMs = 0;

  /** Returns a timestamp that no earlier request had: with a used one, a retry would be a replay. */
  const freshTimestamp = (): number => {
    lastTimestampMs = Math.max(clock(), lastTimestampMs + 1);
    return lastTimestampMs;
  };

  const ask = async (op: Operation, body: string, timeoutMs: number): Promise<Answer> => {
    const timestampMs = freshTimestamp();
    const {
      statusCode,
      headers,
      body: stream,
    } = await agent.request({
      origin,
      path: `${folder}/api/v1/totp/${op}`,
      method: 'POST',
      headers: {
        ...signedHeaders({ tenantId, secret, timestampMs, body }),
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
      body,
      signal: AbortSignal.timeout(timeoutMs), // over headers and body
    });
    const bytes = await readAnswer(stream);
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    await verifySignedRequest({
      headers,
      body: bytes,
      secrets: [secret],
      tenantId,
      nowMs: clock(),
      toleranceMs: ANSWER_TOLERANCE_MS,
      maxBodyBytes: MAX_ANSWER_BYTES,
    });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // The same secret signs our own request, which must not be accepted as a response.
    if (text === body) throw new Error('the answer is our own request');
    return asAnswer(JSON.parse(text));
  };

  /** Sends the request, and once more with the same `request_id` if there is no valid response. */
  const call = async <Result>(
    op: Operation,
    subject: string,
    more: object,
    read: (answer: Answer) => Result,
  ): Promise<Result> => {
    const requestId = newId();
    const body = JSON.stringify({ op, request_id: requestId, subject, ...more });
    let failure: unknown;
    for (const timeoutMs of ATTEMPT_TIMEOUTS_MS) {
      try {
        const answer = await ask(op, body, timeoutMs);
        if (answer['request_id'] !== requestId || answer['subject'] !== subject) {
          throw new Error('the answer belongs to another request');
        }
        return read(answer);
      } catch (error) {
        failure = error;
        const fields = { err: error, operation: op, request_id: requestId };
        log.warn(
          { event: 'authenticator.unreachable', ...fields },
          'the authenticator gave no valid answer',
        );
      }
    }
    throw new AppError('totp_unavailable', { retryAfterS: RETRY_AFTER_S, cause: failure });
  };

  return {
    enroll: (subject) => call('enroll', subject, {}, readUri),
    activate: (subject, code) => call('activate', subject, { code }, readOutcome),
    verify: (subject, code, challengeId) =>
      call('verify', subject, { code, challenge_ref: sha256Hex(challengeId) }, readOutcome),
    disable: (subject) => call('disable', subject, {}, () => undefined),
  };
}

async function readAnswer(stream: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function asAnswer(value: unknown): Answer {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Answer;
  throw new Error('the answer is not an object');
}

function readUri({ otpauth_uri: uri }: Answer): string {
  if (typeof uri === 'string' && uri.startsWith('otpauth://totp/')) return uri;
  throw new Error('no otpauth_uri');
}

function readOutcome({ valid, time_step: timeStep, reason }: Answer): CodeOutcome {
  if (valid === false) {
    return { isValid: false, reason: REASONS.find((known) => known === reason) ?? 'wrong' };
  }
  // A correct code without its time step could be used again.
  if (valid === true && isTimeStep(timeStep)) return { isValid: true, timeStep };
  throw new Error('no result');
}

function isTimeStep(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
