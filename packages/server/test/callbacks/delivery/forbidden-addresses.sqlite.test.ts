import dns from 'node:dns';
import { createServer, isIP, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createAddressGuard,
  type AddressGuard,
} from '../../../src/callbacks/delivery/address-guard';
import { createSender, type Attempt } from '../../../src/callbacks/delivery/sender';
import { LOOPBACK_HOSTS, METADATA_HOSTS, PRIVATE_HOSTS } from '../../support/forbidden-hosts';
import { MAILING, registerByMail } from '../../support/mails';
import { useRelay } from '../../support/relay';

const HOSTS = [...LOOPBACK_HOSTS, ...PRIVATE_HOSTS, ...METADATA_HOSTS];
const production = createAddressGuard({ allowCidrs: [], isLocal: false });

it('spells a forbidden address in at least sixty ways', () => {
  expect(new Set(HOSTS).size).toBe(HOSTS.length);
  expect(HOSTS.length).toBeGreaterThanOrEqual(60);
});

describe('a forbidden address, when it is saved,', () => {
  const relay = useRelay({
    ...MAILING,
    env: { ...MAILING.env, LIMIT_CONSOLE_PER_IP: '10000' },
  });
  const callbackUrl = 'https://shop.example/hooks';
  let token: string;
  let workspaceId: string;
  let tenantId: string;

  const createTenant = (callback_url_base: string) =>
    relay.post(
      '/console/create/tenant',
      {
        workspace_id: workspaceId,
        tenant_name: 'Shop',
        allowed_origins: ['https://shop.example'],
        callback_url_base,
      },
      { token },
    );

  beforeAll(async () => {
    ({ token, workspaceId } = await registerByMail(relay, 'owner@corp.test'));
    tenantId = (await createTenant(callbackUrl)).data['tenant'].tenant_id;
  });

  it.each(HOSTS)('refuses to save %s, with a new tenant and an old one', async (host) => {
    const url = `https://${host}:8443/hooks`;
    const [created, updated] = await Promise.all([
      createTenant(url),
      relay.post(
        '/console/update/tenant',
        { tenant_id: tenantId, callback_url_base: url },
        { token },
      ),
    ]);
    for (const { status, data } of [created, updated]) {
      expect([status, data.code]).toEqual([422, 'callback_url_forbidden']);
      expect(data.details).toEqual([{ field: 'callback_url_base', code: 'address_not_allowed' }]);
    }
    const { data } = await relay.get(`/console/fetch/tenant?tenant_id=${tenantId}`, { token });
    expect(data['tenant'].callback_url_base).toBe(callbackUrl);
  });
});

describe('a forbidden address, when it is called,', () => {
  let canary: Server;
  let port: number;
  let connections: number;
  let received: number;

  beforeAll(async () => {
    canary = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).on('data', () => (received += 1));
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    ({ port } = canary.address() as AddressInfo);
  });
  afterAll(() => new Promise((resolve) => canary.close(resolve)));
  beforeEach(() => {
    connections = 0;
    received = 0;
  });

  async function call(guard: AddressGuard, url: string): Promise<Attempt> {
    const sender = createSender({ guard, timeoutMs: 2000 });
    try {
      return await sender.post({ url, headers: {}, body: Buffer.from('{}') });
    } finally {
      await sender.close();
    }
  }

  const refused = { kind: 'failed', reason: 'forbidden_address' };

  it.each(HOSTS)('refuses to call %s', async (host) => {
    expect(await call(production, `https://${host}:${port}/`)).toMatchObject(refused);
    expect(connections).toBe(0);
  });

  const ADDRESSES = HOSTS.map((host) =>
    new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, ''),
  ).filter((address) => isIP(address) !== 0);

  it.each([...new Set(ADDRESSES)])('refuses to call a name that leads to %s', async (address) => {
    const found = [{ address, family: isIP(address) }];
    const resolve = ((_host: string, _options: object, done: Resolved) =>
      done(null, found)) as unknown as typeof dns.lookup; // of its overloads, the guard's
    const guard = createAddressGuard({ allowCidrs: [], isLocal: false, resolve });
    expect(await call(guard, `https://shop.example:${port}/`)).toMatchObject(refused);
    expect(connections).toBe(0);
  });

  it('sends nothing to a forbidden address even if every earlier check was deceived', async () => {
    const deceived: AddressGuard = {
      checkUrl: (text) => ({ ok: true, url: new URL(text) }),
      isAllowedAddress: production.isAllowedAddress,
      lookup: (_host, options, callback) => dns.lookup('127.0.0.1', options, callback),
    };
    expect(await call(deceived, `http://shop.example:${port}/`)).toMatchObject(refused);
    expect(await call(deceived, `http://127.0.0.1:${port}/`)).toMatchObject(refused);
    expect(received).toBe(0);
  });
});

type Resolved = (error: null, addresses: dns.LookupAddress[]) => void;
