import { pino, type DestinationStream, type Logger as Pino, type LogFn } from 'pino';
import type { LogEvent } from './log-events';
import { createLogSampler } from './log-sampler';
import { traceFields } from './tracing';

/** The fields that log lines have. Queries and alerts rely on these names. */
interface LogFields {
  /** An error; its stack is in the line, unless it is an outage. */
  err?: unknown;
  code?: string;
  /** How many equal lines were left out. */
  more?: number;
  request_id?: string;
  tenant_id?: string;
  conversation_id?: string;
  event_id?: string;
  mail_id?: string;
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  /** Names of the routes and frames that ran while the event loop was held. */
  work?: readonly string[];
  /** Attempts so far. */
  attempts?: number;
  /** The address at the other end of a connection. */
  peer?: string;
  /** How many bot actions were ignored. */
  ignored?: number;
  /** Why a model's answer was not used, or a proxy does not work. */
  reason?: string;
  /** The name of the signal whose listener failed. */
  signal?: string;
  /** The part of the relay that did not stop. */
  part?: string | undefined;
  /** The operation of an authenticator call. */
  operation?: string;
  /** The result of seeding the super-admin, such as `created`. */
  outcome?: string;
  migration?: string;
  address?: string;
  env?: string;
  innodb_flush_log_at_trx_commit?: number | undefined;
}

type LogMethod<Level extends 'fatal' | 'error' | 'warn' | 'info' | 'debug'> = (
  fields: LogFields & { event: LogEvent<Level> },
  message: string,
) => void;

/** Writes lines with a stable `event` for programs and a message for people. */
export interface Logger {
  fatal: LogMethod<'fatal'>;
  error: LogMethod<'error'>;
  warn: LogMethod<'warn'>;
  info: LogMethod<'info'>;
  debug: LogMethod<'debug'>;
}

export interface LogOptions {
  level: string;
  /** Prints lines for people instead of JSON. */
  isReadable: boolean;
  /** The code of an error that means an outage of the database; null for other errors. */
  outageOf?(error: unknown): string | null;
  /** Fields to redact in addition to those of requests and responses. */
  secretFields?: readonly string[];
}

/** JSON lines on stderr. Secrets are never passed to a log call; the redaction is a second protection. */
export function createLog(
  { level, isReadable, outageOf, secretFields = [] }: LogOptions,
  lines?: DestinationStream,
): Pino {
  const options = {
    level,
    mixin: traceFields,
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
 * While the database is unavailable, requests fail hundreds of times a second. Each message is then printed
 * once a second, with a count, and with the reason instead of a stack.
 */
function createOutageFilter(outageOf: (error: unknown) => string | null) {
  const sampler = createLogSampler();
  return function (this: Pino, args: Parameters<LogFn>, method: LogFn): void {
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
/** Paths of secret codes. Elsewhere `code` is an error's, such as ECONNREFUSED, and must stay readable. */
const CODES = ['body.code', 'payload.code'];

function redactedPaths(secretFields: readonly string[]): string[] {
  const fields = [...SECRET_FIELDS, ...secretFields].flatMap((field) =>
    field.startsWith('[') ? [field, `*${field}`] : [field, `*.${field}`],
  );
  return [...fields, ...CODES];
}
