import { pino, type DestinationStream, type Logger, type LogFn } from 'pino';
import { createLogSampler } from './log-sampler';

export type { Logger } from 'pino';

export interface LogOptions {
  level: string;
  /** Lines for a person instead of JSON. */
  isReadable: boolean;
  /** What to call an error that an outage repeats many times a second; null for others. */
  outageOf?(error: unknown): string | null;
  /** Fields to redact in addition to those of requests and answers. */
  secretFields?: readonly string[];
}

/** JSON lines on stderr. What may be secret is never passed to a log call; this list is the second line. */
export function createLog(
  { level, isReadable, outageOf, secretFields = [] }: LogOptions,
  lines?: DestinationStream,
): Logger {
  const options = {
    level,
    redact: { paths: redactedPaths(secretFields), censor: '[redacted]' },
    ...(outageOf && { hooks: { logMethod: createOutageFilter(outageOf) } }),
  };
  if (!isReadable) return pino(options, lines ?? pino.destination({ fd: 2, sync: true }));
  return pino({
    ...options,
    transport: {
      target: 'pino-pretty',
      options: { destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' },
    },
  });
}

/**
 * A database that is unavailable fails everything that needs it, hundreds of times a second: of each
 * message one line a second, with a count, and the reason in place of a stack.
 */
function createOutageFilter(outageOf: (error: unknown) => string | null) {
  const sampler = createLogSampler();
  return function (this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [fields, message] = args as [unknown, unknown];
    const err = typeof fields === 'object' && fields !== null && 'err' in fields && fields.err;
    const code = outageOf(err);
    if (typeof message !== 'string' || code === null) return method.apply(this, args);
    const { err: _, ...rest } = fields as Record<string, unknown>;
    const { message: reason } = err as Error;
    sampler.print(message, 1, (more) =>
      method.apply(this, [{ ...rest, code, reason, ...(more && { more }) }, message]),
    );
  };
}

const SECRET_FIELDS = [
  'authorization',
  'password',
  'current_password',
  'otp',
  'dev_otp',
  'totp',
  'token',
  'console_token',
  'visitor_token',
  'challenge_token',
  'registration_token',
  'invite_token',
  'dev_invite_token',
  'tenant_secret',
  'user_signature',
  '["x-admin-key"]',
  '["x-service-signature"]',
];
/** Elsewhere a code tells what went wrong: an error's ECONNREFUSED has to be read. */
const CODES = ['body.code', 'payload.code'];

function redactedPaths(secretFields: readonly string[]): string[] {
  const fields = [...SECRET_FIELDS, ...secretFields].flatMap((field) =>
    field.startsWith('[') ? [field, `*${field}`] : [field, `*.${field}`],
  );
  return [...fields, ...CODES];
}
