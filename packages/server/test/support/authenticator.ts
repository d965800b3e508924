import { createHmac, randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { afterAll, beforeAll } from 'vitest';

/** A request from the relay to the authenticator. */
export interface Asked {
  op: string;
  request_id: string;
  subject: string;
  code?: string;
  /** The body as it was sent; the signature in the headers covers it. */
  raw: string;
  headers: IncomingHttpHeaders;
}

export type Behaviour = (asked: Asked, response: ServerResponse) => void;

export interface StandIn {
  /** Settings with which a relay uses this authenticator. */
  env: Record<string, string>;
  asked: Asked[];
  /** Replaces the behaviour for all further requests. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** One stand-in for all tests of a file: it starts before the first and stops after the last. */
export function useStandIn(): Pick<StandIn, 'env' | 'asked' | 'behave'> {
  let started: StandIn | undefined;
  beforeAll(async () => {
    started = await startStandIn();
  });
  afterAll(() => started?.close());
  const current = (): StandIn => {
    if (!started) throw new Error('the stand-in starts before the first test, not before that');
    return started;
  };
  return {
    get env() {
      return current().env;
    },
    get asked() {
      return current().asked;
    },
    behave: (behaviour) => current().behave(behaviour),
  };
}

const TENANT_ID = randomUUID();
const SECRET = 'ts_the-secret-shared-with-the-authenticator';

/**
 * Starts an authenticator whose behaviour a test can replace. By default it accepts every code, each with a new time
 * step.
 */
export async function startStandIn(): Promise<StandIn> {
  const asked: Asked[] = [];
  let behaviour: Behaviour = answering();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let raw = '';
    for await (const chunk of request) raw += String(chunk);
    const one: Asked = { ...(JSON.parse(raw) as Asked), raw, headers: request.headers };
    asked.push(one);
    behaviour(one, response);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: {
      AUTHENTICATOR_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AUTHENTICATOR_TENANT_ID: TENANT_ID,
      AUTHENTICATOR_TENANT_SECRET: SECRET,
    },
    asked,
    behave: (next) => void (behaviour = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface AnswerOptions {
  status?: number;
  /** Offset of the response's timestamp in ms. */
  skewMs?: number;
  secret?: string;
  tenantId?: string;
  /** Changes the body after it was signed. */
  tamper?(body: string): string;
  unsigned?: boolean;
}

let step = 1000;

/** A valid response, changed by `more` and `options`. */
export function answering(more: object = {}, options: AnswerOptions = {}): Behaviour {
  return ({ op, request_id, subject }, response) => {
    const outcome =
      op === 'enroll' ? { otpauth_uri: 'otpauth://totp/x' } : { valid: true, time_step: ++step };
    send(response, JSON.stringify({ request_id, subject, ...outcome, ...more }), options);
  };
}

export function send(response: ServerResponse, body: string, options: AnswerOptions = {}): void {
  const { status = 200, skewMs = 0, secret = SECRET, tenantId = TENANT_ID } = options;
  const headers = signedHeaders({ tenantId, secret, timestampMs: Date.now() + skewMs, body });
  response.writeHead(status, options.unsigned ? {} : headers);
  response.end(options.tamper ? options.tamper(body) : body);
}

/** Responses that the relay must ignore. */
export const UNUSABLE: [string, Behaviour][] = [
  ['unsigned', answering({}, { unsigned: true })],
  ['signed with another secret', answering({}, { secret: 'ts_somebody-elses-secret-0123456789' })],
  [
    'in the name of another tenant',
    answering({}, { tenantId: '00000000-0000-4000-8000-000000000000' }),
  ],
  [
    'changed after it was signed',
    answering({ valid: false }, { tamper: (body) => body.replace('false', 'true') }),
  ],
  ['61 s old', answering({}, { skewMs: -61_000 })],
  ['61 s ahead', answering({}, { skewMs: 61_000 })],
  ['about another subject', answering({ subject: '00000000-0000-7000-8000-000000000000' })],
  ['to another request', answering({ request_id: '00000000-0000-7000-8000-000000000000' })],
  ['a 500', answering({}, { status: 500 })],
  ['a 201', answering({}, { status: 201 })],
  ['over 4 KiB', answering({ padding: 'x'.repeat(4096) })],
  ['without a time step', answering({ time_step: undefined })],
  ['neither valid nor not', answering({ valid: 'true' })],
  ['the question itself', (asked, response) => send(response, asked.raw)],
  ['no JSON', (_asked, response) => send(response, 'valid')],
  ['null', (_asked, response) => send(response, 'null')],
  ['a redirect', (_asked, response) => void response.writeHead(307, { location: '/' }).end()],
  ['a cut connection', (_asked, response) => void response.destroy()],
];

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app shows for an `otpauth:` address (RFC 6238: SHA-1, 30 s, 6 digits). */
export function codeOfApp(otpauthUri: string, step: number): string {
  const secret = new URL(otpauthUri).searchParams.get('secret') ?? '';
  const bits = Array.from(secret, (c) => BASE32.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
