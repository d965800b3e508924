import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import ipaddr from 'ipaddr.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../../../scripts/lib/find-program.mjs';
import { fillIn, HOST_NAME, readRecipe } from '../../../../scripts/lib/one-server/recipe.mjs';
import { inRoot } from '../../../../scripts/lib/paths.mjs';
import { ConfigError } from '../../src/config/config-error';
import { readConfig } from '../../src/config/read-config';
import { SECRET_SETTINGS, VARIABLES } from '../../src/config/variables';
import { TEST_MASTER_KEY } from '../support/master-key';

const read = (path: string): string => readFileSync(inRoot(path), 'utf8');
const recipe = readRecipe();
const SETTINGS = read('deploy/one-server/chat-relay.env');
const UNITS = ['chat-relay.service', 'chat-relay-backup.service', 'chat-relay-backup.timer'];
const unit = (name: string): string => read(`deploy/systemd/${name}`);

/** Parses a file of settings as systemd's `EnvironmentFile` does. */
function environmentOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, k, v]) => [k, v]));
}

/** The file of settings after the reader has filled it in. */
const filled = environmentOf(
  fillIn(SETTINGS, [['MASTER_KEY', TEST_MASTER_KEY], ...recipe.settings()]),
);

describe('the settings of one server', () => {
  it('are known to the relay, and each is explained', () => {
    const names = Object.keys(environmentOf(SETTINGS));
    expect(names.filter((name) => !Object.hasOwn(VARIABLES, name))).toEqual([]);
    const blocks = SETTINGS.split('\n\n').slice(1);
    expect(blocks.filter((block) => !block.startsWith('# '))).toEqual([]);
  });

  it('are accepted once they are filled in as the document says', () => {
    const config = readConfig(filled);
    expect(config).toMatchObject({ isLocal: false, host: '127.0.0.1', port: 8080 });
    expect(new URL(config.baseUrl).hostname).toBe(HOST_NAME);
    expect(config.databaseUrl).toBe('sqlite:/var/lib/chat-relay/relay.sqlite');
  });

  it('are refused as they are shipped, with a line for each that is empty', () => {
    const start = () => readConfig(environmentOf(SETTINGS));
    expect(start).toThrow(ConfigError);
    const empty = [...SETTINGS.matchAll(/^([A-Z_]+)=$/gm)].map(([, name = '']) => name);
    const shown = recipe.settings();
    expect(empty.filter((name) => name !== 'MASTER_KEY' && !shown.has(name))).toEqual([]);
    let problems: readonly string[] = [];
    try {
      start();
    } catch (error) {
      problems = (error as ConfigError).problems;
    }
    for (const name of ['MASTER_KEY', 'SMTP_URL']) expect(problems.join('\n')).toContain(name);
  });

  it('name the proxy and the folder of the other files', () => {
    const caddyfile = read('deploy/proxies/Caddyfile');
    expect(caddyfile).toContain(`{$RELAYS:${filled['HOST']}:${filled['PORT']}}`);
    const { trustedProxies } = readConfig(filled);
    expect(JSON.stringify(trustedProxies)).toContain('127.0.0.1');
    expect(ipaddr.parse(filled['HOST'] ?? '').range()).toBe('loopback');
    for (const name of UNITS.slice(0, 2)) {
      expect(unit(name)).toContain(`DATA_DIR=${filled['DATA_DIR']}`);
      expect(unit(name)).toContain('EnvironmentFile=/etc/chat-relay.env');
      expect(unit(name)).toMatch(/^StateDirectory=chat-relay( |$)/m);
      expect(unit(name)).toMatch(/^User=chat-relay$/m);
    }
  });
});

describe('the units', () => {
  it.skipIf(!findProgram('systemd-analyze'))('are accepted by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'units-'));
    try {
      // systemd also checks that the program exists. Some machines have Node in another place.
      const files = UNITS.map((name) => {
        const text = unit(name).replaceAll('/usr/bin/node', process.execPath);
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      });
      // It exits with 0 after a key that it does not know, and says so on stderr.
      const verify = ['verify', '--man=no', ...files];
      const { status, stderr } = spawnSync('systemd-analyze', verify, { encoding: 'utf8' });
      expect(stderr.split('\n').filter((line) => line.includes('chat-relay'))).toEqual([]);
      expect(status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('delete an old backup only after the new one was verified, and get no secret for it', () => {
    const text = unit('chat-relay-backup.service');
    const [make, verify, remove] = [' backup "', ' verify-backup "', ' rm --'].map((word) =>
      text.indexOf(word),
    );
    expect(make).toBeGreaterThan(0);
    expect(verify).toBeGreaterThan(make ?? 0);
    expect(remove).toBeGreaterThan(verify ?? 0);
    expect(text).toMatch(/^ExecStart=\/bin\/sh -eu?c '/m);
    const unset = /^UnsetEnvironment=(.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
    const secrets = Object.keys(environmentOf(SETTINGS)).filter(
      (name) => SECRET_SETTINGS.includes(name) || name === 'SMTP_URL',
    );
    expect(secrets.length).toBeGreaterThan(2);
    for (const name of secrets) expect(unset).toContain(name);
  });
});

describe('the document "One server"', () => {
  const commands = [...recipe.chapters.values()].flatMap((blocks) =>
    blocks.filter(({ language }) => language === 'sh').flatMap(({ lines }) => lines),
  );
  let scripts: Record<string, string>;
  beforeAll(() => {
    ({ scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> });
  });

  it('takes at most ten typed commands and edited files to a relay that serves', () => {
    const lines = ['Install', 'Configure', 'Serve'].flatMap((name) => recipe.commands(name));
    expect(lines.length).toBeLessThanOrEqual(10);
  });

  it('names only files and scripts that are there', () => {
    for (const [, path = ''] of commands.join('\n').matchAll(/\s(deploy\/\S+)/g)) {
      const { dir, base } = parse(path);
      const ending = base.replace('*', '');
      const fits = readdirSync(inRoot(dir)).filter((name) => name.endsWith(ending));
      expect(fits, path).not.toEqual([]);
    }
    for (const [, name = ''] of commands.join('\n').matchAll(/npm run (\S+)/g)) {
      expect(scripts, name).toHaveProperty(name);
    }
    for (const [, path = ''] of recipe.text.matchAll(/\]\(\.\.\/(deploy\/[^)#]+)\)/g)) {
      expect(existsSync(inRoot(path)), path).toBe(true);
    }
  });

  it('starts only units that are shipped or come with Debian', () => {
    const known = [
      ...UNITS,
      ...UNITS.map((name) => name.replace('.service', '')),
      'caddy',
      'nftables',
    ];
    const named = commands.flatMap((line) =>
      line.startsWith('systemctl ') ? line.split(' ').slice(2) : [],
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => name !== '--now' && !known.includes(name))).toEqual([]);
  });

  it('changes the name of the example in the Caddyfile, and nothing else', () => {
    const [, from = '', to = ''] =
      /sed 's\/([^/]+)\/([^/]+)\/' \S+Caddyfile/.exec(commands.join('\n')) ?? [];
    const lines = read('deploy/proxies/Caddyfile').split('\n');
    expect(lines.filter((line) => line.includes(from))).toEqual([`{$DOMAIN:${from}} {`]);
    expect(to).toBe(HOST_NAME);
  });
});

describe('the documents', () => {
  it('show no relay that listens on every address', () => {
    const documents = [
      'README.md',
      ...readdirSync(inRoot('docs')).map((name) => join('docs', name)),
    ]
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => [...read(name).matchAll(/^HOST=(\S+)/gm)].map(([, host]) => [name, host]));
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.filter(([, host]) => ['0.0.0.0', '::'].includes(host ?? ''))).toEqual([]);
  });
});
