import { randomInt as random } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { createVisitor, type World, type WorldOperator } from '../../../server/test/support/world';
import { closeOf, openFeed, statusByHttp2, statusFrom } from './clients';
import type { ProxyProcess } from './proxy-process';

/** Name of a check, and its problem or an empty text. */
export type Checked = readonly [what: string, problem: string];

/** Adds a result: `is` and `should` are compared as JSON. */
type Compare = (what: string, is: unknown, should: unknown) => void;

export interface Stage {
  proxy: ProxyProcess;
  world: World;
  operator: WorldOperator;
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };
const WRONG_KEYS = 7;
const PROMOTE = '/api/v1/console/promote/console-admin?email=a%40b.example';

/** Checks that take no time: routes, headers, addresses, sizes and close codes. */
export async function checkAnswers({ proxy, world, operator }: Stage): Promise<Checked[]> {
  const { url, httpPort } = proxy;
  const results: Checked[] = [];
  const compare: Compare = (what, is, should) => {
    const [found, wanted] = [JSON.stringify(is), JSON.stringify(should)];
    results.push([what, found === wanted ? '' : `${found} instead of ${wanted}`]);
  };

  compare('HTTP/2', await statusByHttp2(url, '/openapi.json'), 200);
  for (const path of ['/metrics', '/healthz', '/readyz']) {
    compare(`${path} is hidden`, (await fetch(url + path)).status, 404);
  }
  const plain = await fetch(`http://localhost:${httpPort}/docs`, { redirect: 'manual' });
  compare('http: leads to https:', [301, 308].includes(plain.status), true);
  const { headers } = await fetch(`${url}/openapi.json`);
  compare('HSTS', headers.get('strict-transport-security'), 'max-age=31536000');

  // The relay counts by the address that the proxy names, whatever the client claims.
  // Redis remembers an address for 15 minutes, also for the next run: each run has its own.
  const network = `127.${random(1, 255)}.${random(0, 256)}`;
  const tries: number[] = [];
  for (let index = 0; index < WRONG_KEYS; index++) {
    const claimed = { ...FORWARDED, 'x-forwarded-for': `203.0.113.${index}` };
    const attempt = { method: 'POST', headers: { 'x-admin-key': `wrong ${index}`, ...claimed } };
    tries.push(await statusFrom(`${network}.2`, url + PROMOTE, attempt));
  }
  compare('a false X-Forwarded-For', tries, [401, 401, 401, 401, 401, 429, 429]);
  const other = { method: 'POST', headers: { 'x-admin-key': 'wrong', ...FORWARDED } };
  compare('another address', await statusFrom(`${network}.3`, url + PROMOTE, other), 401);

  const cookie = await fetch(`${url}/api/v1/console/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-relay-session': 'cookie', origin: url },
    body: JSON.stringify({ email: 'nobody@shop.example', password: 'wrong password' }),
  });
  compare('a sign-in by cookie', cookie.status, 401);

  const large = await fetch(`${url}/api/v1/create/visitor-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.origin },
    body: 'x'.repeat(2_000_000),
  });
  const refusal = (await large.json().catch(() => ({}))) as { data?: { code?: string } };
  compare('413 of the relay', [large.status, refusal.data?.code], [413, 'payload_too_large']);
  compare('its CORS headers', large.headers.get('access-control-allow-origin'), world.origin);

  const { token } = await createVisitor(url, world);
  compare('close 4401', await closeOf(url, 'wrong'), { code: 4401, reason: 'token_invalid' });
  const binary = await closeOf(url, token, (socket) => socket.send(Buffer.from([1])));
  compare('close 1003', binary.code, 1003);

  const opened = await openBoth({ proxy, world, operator });
  compare('both kinds of socket', await opened.talk(), '');
  await opened.close();
  return results;
}

/** A visitor's socket and an operator's feed that is notified of it. */
async function openBoth({ proxy: { url }, world, operator }: Stage) {
  const { token } = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, token);
  const feed = await openFeed(url, operator.token, world.workspaceId);
  let said = 0;
  return {
    socket,
    feed,
    /** The visitor writes, and the operator is notified. Answers what went wrong. */
    talk: async (): Promise<string> => {
      const before = feed.updates();
      try {
        await socket.say(`m${++said}`, 'Bonjour');
      } catch (error) {
        return (error as Error).message;
      }
      for (let tries = 0; tries < 40 && feed.updates() === before; tries++) await wait(50);
      return feed.updates() === before ? 'the feed got no update' : '';
    },
    close: async () => {
      socket.close();
      await feed.close();
    },
  };
}

/** Checks that sockets survive a time in which only the relay's pings pass. */
export async function checkIdle(stage: Stage, seconds: number): Promise<Checked[]> {
  const both = await openBoth(stage);
  const closed = Promise.race([both.socket.closed, both.feed.closed]);
  const first = await Promise.race([closed, wait(seconds * 1000, null)]);
  const problem = first ? `closed with ${first.code}` : await both.talk();
  await both.close();
  return [[`sockets idle for ${seconds} s`, problem]];
}
