import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/platform/log';
import { apiOf } from '../support/api';
import { startRelay } from '../support/relay';
import { register, uniqueEmail } from '../support/world';

interface NodeStatus {
  version: string;
  readiness: { status: string };
  disks: { holds: string; free_bytes: number; total_bytes: number }[];
  caller: object;
}

const PATH = '/console/system/fetch/node-status';

describe('the status of a node', () => {
  const lines: Record<string, unknown>[] = [];

  const start = async (trusted: string) => {
    lines.length = 0;
    const log = createLog(
      { level: 'warn', isReadable: false },
      { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    const relay = await startRelay({ env: { TRUSTED_PROXIES: trusted }, log });
    onTestFinished(() => relay.stop());
    const email = uniqueEmail();
    const { token } = await register(relay.url, email, 'Root', { organization_name: 'Root' });
    const byKey = apiOf(relay.url, undefined, { 'x-admin-key': relay.adminKey });
    await byKey.post(`/console/promote/console-admin?email=${encodeURIComponent(email)}`);
    const ask = async (forwardedFor?: string) => {
      const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
      return (await apiOf(relay.url, token, headers).get<NodeStatus>(PATH)).data;
    };
    return { relay, ask };
  };
  const warnings = () => lines.filter(({ event }) => event === 'http.forwarded_for_ignored');

  it('says that X-Forwarded-For of a peer is ignored, and warns of it once an hour', async () => {
    const { relay, ask } = await start('10.0.0.5/32');
    expect((await ask()).caller).toEqual({
      peer: '127.0.0.1',
      is_peer_trusted: false,
      forwarded_for: [],
      address: '127.0.0.1',
    });
    expect(warnings()).toEqual([]);
    for (let n = 0; n < 3; n++) {
      expect((await ask('198.51.100.7, 203.0.113.9')).caller).toEqual({
        peer: '127.0.0.1',
        is_peer_trusted: false,
        forwarded_for: ['198.51.100.7', '203.0.113.9'],
        address: '127.0.0.1',
      });
    }
    expect(warnings()).toMatchObject([{ level: 40, peer: '127.0.0.1' }]);
    relay.advance(3_600_001);
    await ask('198.51.100.7');
    expect(warnings()).toHaveLength(2);
  });

  it('shows the client behind a trusted proxy, and does not warn', async () => {
    const { ask } = await start('127.0.0.1/32');
    expect((await ask('198.51.100.7')).caller).toEqual({
      peer: '127.0.0.1',
      is_peer_trusted: true,
      forwarded_for: ['198.51.100.7'],
      address: '198.51.100.7',
    });
    expect(warnings()).toEqual([]);
  });

  it('reports the services and the disks that it writes to', async () => {
    const { relay, ask } = await start('');
    const { readiness, disks, version } = await ask();
    const readyz = await fetch(`${relay.url}/readyz`);
    expect(readiness).toEqual(await readyz.json());
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    const holds = relay.config.databaseUrl.startsWith('sqlite:')
      ? ['database', 'attachments']
      : ['attachments'];
    expect(disks.map((disk) => disk.holds)).toEqual(holds);
    for (const { free_bytes, total_bytes } of disks) {
      expect(free_bytes).toBeGreaterThan(0);
      expect(total_bytes).toBeGreaterThanOrEqual(free_bytes);
    }
  });
});
