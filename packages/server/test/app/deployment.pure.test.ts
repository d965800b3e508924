import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configurationFor, PROXIES, type Place } from '../../../lab/bench/proxies/kinds';
import { LIMIT_VARIABLES } from '../../src/platform/settings/limits';
import { VARIABLES } from '../../src/config/variables';
import { CONSOLE_FEED_PATH } from '../../src/conversations/operator-feed/feed';
import { PING_INTERVAL_MS } from '../../src/conversations/sockets/keepalive';
import { WIDGET_SOCKET_PATH } from '../../src/conversations/widget-socket/widget-sockets';

const DEPLOY = new URL('../../../../deploy/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, DEPLOY), 'utf8');
const textOf = (name: string): string =>
  read(`proxies/${PROXIES.find((kind) => kind.name === name)!.file}`);
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

const PLACE: Place = {
  folder: '/tmp/proxy',
  httpPort: 8000,
  httpsPort: 8443,
  relays: ['127.0.0.1:8081', '127.0.0.1:8082'],
  certificate: '/tmp/proxy/certificate.pem',
  key: '/tmp/proxy/key.pem',
  both: '/tmp/proxy/both.pem',
};

describe('the configurations of proxies', () => {
  it.each(PROXIES)('hides what only machines ask: $name', ({ name }) => {
    for (const path of ['metrics', 'healthz', 'readyz']) expect(textOf(name)).toContain(path);
  });

  it.each(PROXIES)('can be run by `npm run bench -- proxies`: $name', (kind) => {
    const configuration = configurationFor(kind, textOf(kind.name), PLACE);
    const settings = configuration.replaceAll(/^\s*#.*$/gm, '');
    expect(settings).not.toMatch(/10\.0\.0\.1|\/etc\/|\/var\/|chat\.example\.com[^/]*\{/);
  });

  it('passes sockets on at the paths of both kinds', () => {
    const prefix = /location (\/api\/\S+) \{/.exec(textOf('nginx'))?.[1] ?? 'none';
    for (const path of [WIDGET_SOCKET_PATH, CONSOLE_FEED_PATH]) expect(path).toContain(prefix);
  });

  it.each([
    ['nginx', /proxy_read_timeout (\d+)s/],
    ['nginx', /proxy_send_timeout (\d+)s/],
    ['HAProxy', /timeout tunnel (\d+)s/],
    ['Apache', /ProxyTimeout (\d+)/],
  ])('keeps sockets open for longer than two pings: %s, %s', (name, pattern) => {
    expect(numberIn(textOf(name), pattern)).toBeGreaterThan((2 * PING_INTERVAL_MS) / 1000);
  });

  it.each([
    ['nginx', /keepalive_timeout (\d+)s/],
    ['Apache', /ttl=(\d+)/],
    ['Caddy', /keepalive (\d+)s/],
  ])('closes idle connections before the relay does: %s', (name, pattern) => {
    // http-server.ts: 65 s.
    expect(numberIn(textOf(name), pattern)).toBeLessThan(65);
  });

  it('lets the relay answer a body that is too large', () => {
    const bodies = Object.entries(LIMIT_VARIABLES).filter(([name]) =>
      name.startsWith('LIMIT_BODY'),
    );
    const allowed = numberIn(textOf('nginx'), /client_max_body_size (\d+)m/) * 1024 * 1024;
    expect(bodies.length).toBeGreaterThan(0);
    for (const [, row] of bodies) expect(row.default).toBeLessThan(allowed);
  });
});

describe('the files for running the relay', () => {
  const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);

  it('sets only variables that the relay knows', () => {
    // Variables that other programs in these files read: databases, Redis, Node, the shell.
    const foreign = /^(KEEP$|MARIADB|MYSQL|REDIS_ARGS|NODE|DOMAIN|RELAYS|SMTP_HOST|TARGETARCH)/;
    const set = files.flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^\s*(?:- (?:name: )?|Environment=|ENV |#)?([A-Z][A-Z_]{2,})(?:[:=]\s*\S|$)/gm,
        ),
      ].map(([, name = '']) => name),
    );
    expect(set).toContain('DATABASE_URL');
    const unknown = set.filter((name) => !foreign.test(name) && !Object.hasOwn(VARIABLES, name));
    expect(unknown).toEqual([]);
  });
});
