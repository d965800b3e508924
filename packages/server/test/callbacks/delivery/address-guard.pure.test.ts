import type { LookupAddress } from 'node:dns';
import type dns from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../src/callbacks/delivery/address-guard';
import { LOOPBACK_HOSTS, METADATA_HOSTS, PRIVATE_HOSTS } from '../../support/forbidden-hosts';

const production = createAddressGuard({ allowCidrs: [], isLocal: false });
const local = createAddressGuard({ allowCidrs: [], isLocal: true });
const opened = createAddressGuard({
  allowCidrs: ['10.1.0.0/16', 'fd00::/8', '0.0.0.0/0', '::/0'],
  isLocal: false,
});

const PUBLIC_HOSTS = [
  'shop.example',
  'xn--bcher-kva.example',
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '192.167.255.255',
  '198.17.255.255',
  '223.255.255.255',
  '[2606:4700:4700::1111]',
  '[2a00:1450:4007:80f::200e]',
  '[2003::1]',
  'localhost.example',
];

const check = (guard: typeof production, url: string) => {
  const result = guard.checkUrl(url);
  return result.ok ? result.url.href : result.reason;
};

describe('a callback address in production', () => {
  it.each([...LOOPBACK_HOSTS, ...PRIVATE_HOSTS, ...METADATA_HOSTS])(
    'refuses the host %s',
    (host) => {
      expect(check(production, `https://${host}/hooks`)).toBe('address_not_allowed');
    },
  );

  it.each(PUBLIC_HOSTS)('takes the host %s', (host) => {
    expect(check(production, `https://${host}/hooks`)).toBe(`https://${host}/hooks`);
  });

  it.each([
    ['http://shop.example', 'scheme_not_allowed'],
    ['ftp://shop.example', 'scheme_not_allowed'],
    ['file:///etc/passwd', 'malformed'],
    ['javascript:alert(1)', 'malformed'],
    ['//shop.example', 'malformed'],
    ['https:shop.example', 'malformed'],
    ['https:\\\\shop.example', 'malformed'],
    ['https://shop.example\\@10.0.0.1', 'malformed'],
    [' https://shop.example', 'malformed'],
    ['https://shop.exa\tmple', 'malformed'],
    ['https://shop.example/a\nb', 'malformed'],
    ['https://', 'malformed'],
    ['https://[::1', 'malformed'],
    ['https://[fe80::1%25eth0]', 'malformed'],
    ['https://256.1.1.1', 'malformed'],
    ['https://shop.example:99999', 'malformed'],
    ['', 'malformed'],
    ['https://shop.example/\u0000', 'malformed'],
    ['https://shop.example\u0000', 'malformed'],
    ['https://shop.example/\u007f', 'malformed'],
    ['https://shop.example/\u009b2J', 'malformed'],
    ['https://shop.example/\u061c', 'malformed'],
    ['https://shop\u00ad.example/', 'malformed'],
    ['https://shop.example/\u202egnp', 'malformed'],
    ['https://shop.example/\u2028', 'malformed'],
    ['https://shop.example/\u200b', 'malformed'],
    ['https://user@shop.example', 'user_info_not_allowed'],
    ['https://user:pw@shop.example', 'user_info_not_allowed'],
    ['https://@shop.example', 'user_info_not_allowed'],
    ['https://shop.example@10.0.0.1', 'user_info_not_allowed'],
    ['https://shop.example?a=b', 'query_not_allowed'],
    ['https://shop.example/#a', 'query_not_allowed'],
    ['https://shop.example:22', 'port_not_allowed'],
    ['https://shop.example:25', 'port_not_allowed'],
    ['https://shop.example.', 'host_not_canonical'],
    ['https://localhost.', 'host_not_canonical'],
    ['https://shop..example', 'host_not_canonical'],
    [`https://shop.example/${'a'.repeat(2028)}`, 'too_long'],
  ])('refuses %j: %s', (url, reason) => expect(check(production, url)).toBe(reason));

  it.each([
    ['https://Shop.Example', 'https://shop.example/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://shop.example:443/hooks', 'https://shop.example/hooks'],
    ['https://shop.example:8443', 'https://shop.example:8443/'],
    ['https://shop.example:80', 'https://shop.example:80/'],
    [`https://shop.example/${'a'.repeat(2027)}`, `https://shop.example/${'a'.repeat(2027)}`],
  ])('takes the callback address %s', (url, href) => expect(check(production, url)).toBe(href));
});

describe('a callback address in local mode', () => {
  it.each(LOOPBACK_HOSTS)('takes the host %s in local mode, over http too', (host) => {
    expect(local.checkUrl(`http://${host}:8081`)).toMatchObject({ ok: true });
  });

  it.each([...PRIVATE_HOSTS, ...METADATA_HOSTS])(
    'refuses the host %s in local mode too',
    (host) => {
      expect(check(local, `http://${host}:8081`)).toBe('address_not_allowed');
    },
  );
});

describe('CALLBACK_ALLOW_CIDRS', () => {
  const some = createAddressGuard({ allowCidrs: ['10.1.0.0/16', 'fd12::/16'], isLocal: false });

  it('opens the ranges of CALLBACK_ALLOW_CIDRS and no other', () => {
    expect(check(some, 'https://10.1.2.3')).toBe('https://10.1.2.3/');
    expect(check(some, 'https://[fd12::1]')).toBe('https://[fd12::1]/');
    expect(check(some, 'https://10.2.0.1')).toBe('address_not_allowed');
    expect(check(some, 'https://[fd13::1]')).toBe('address_not_allowed');
    expect(check(some, 'https://[::ffff:10.1.2.3]')).toBe('address_not_allowed');
    expect(check(some, 'https://localhost')).toBe('address_not_allowed');
    expect(check(some, 'http://10.1.2.3')).toBe('scheme_not_allowed');
  });

  it.each(METADATA_HOSTS)('never opens the range %s', (host) => {
    expect(check(opened, `https://${host}`)).toBe('address_not_allowed');
  });

  it.each(PRIVATE_HOSTS)('can open the range %s', (host) => {
    expect(opened.checkUrl(`https://${host}`)).toMatchObject({ ok: true });
  });
});

describe('a resolved address', () => {
  it.each([
    'fe80::1%eth0',
    '127.0.0.1',
    '::ffff:127.0.0.1',
    'shop.example',
    '',
    '127.1',
    '169.254.169.254',
  ])('refuses the resolved address %j', (address) =>
    expect(production.isAllowedAddress(address)).toBe(false),
  );

  const guardOf = (...addresses: string[]) => {
    let lookups = 0;
    const resolve = ((
      _host: string,
      _options: unknown,
      callback: (error: null, found: LookupAddress[]) => void,
    ) => {
      lookups += 1;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as unknown as typeof dns.lookup; // of its overloads, the one the guard calls
    return {
      ...createAddressGuard({ allowCidrs: [], isLocal: false, resolve }),
      lookups: () => lookups,
    };
  };
  const look = (guard: ReturnType<typeof guardOf>, all: boolean) =>
    new Promise<unknown>((resolve) => {
      guard.lookup('shop.example', { all }, (error, found, family) =>
        resolve(error ?? (all ? found : [found, family])),
      );
    });

  it('connects to exactly the address that was checked, from one look-up', async () => {
    const guard = guardOf('8.8.8.8', '2606:4700::1');
    expect(await look(guard, true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect(guard.lookups()).toBe(1);
    expect(await look(guard, false)).toEqual(['8.8.8.8', 4]);
  });

  it('looks a name up once for all simultaneous callers, and again for the next', async () => {
    let lookups = 0;
    const resolve = ((
      _host: string,
      _options: unknown,
      callback: (error: null, found: LookupAddress[]) => void,
    ) => {
      lookups += 1;
      setImmediate(() => callback(null, [{ address: '8.8.8.8', family: 4 }]));
    }) as unknown as typeof dns.lookup; // of its overloads, the one the guard calls
    const guard = createAddressGuard({ allowCidrs: [], isLocal: false, resolve });
    const ask = (host: string) =>
      new Promise((answered) => {
        guard.lookup(host, { all: true }, (_error, found) => answered(found));
      });
    const found = [{ address: '8.8.8.8', family: 4 }];
    const hosts = [...Array<string>(8).fill('slow.example'), 'other.example'];
    expect(await Promise.all(hosts.map(ask))).toEqual(hosts.map(() => found));
    expect(lookups).toBe(2);
    expect(await ask('slow.example')).toEqual(found);
    expect(lookups).toBe(3);
  });

  it.each([
    ['the only one is private', ['10.0.0.1']],
    ['one of several is private', ['8.8.8.8', '127.0.0.1']],
    ['one is metadata behind NAT64', ['8.8.8.8', '64:ff9b::a9fe:a9fe']],
    ['there is none', []],
  ])('refuses a resolved address when %s', async (_, addresses) => {
    expect(await look(guardOf(...addresses), true)).toMatchObject({ code: 'forbidden_address' });
    expect(await look(guardOf(...addresses), false)).toMatchObject({ code: 'forbidden_address' });
  });

  it('reports that a name does not exist', async () => {
    const error = await new Promise((resolve) => {
      production.lookup('nowhere.invalid', {}, resolve);
    });
    expect(error).toMatchObject({ syscall: 'getaddrinfo' });
  });
});
