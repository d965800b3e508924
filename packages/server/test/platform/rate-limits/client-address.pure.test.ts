import { describe, expect, it } from 'vitest';
import { createClientAddress, rateKey } from '../../../src/platform/rate-limits/client-address';

const trusted = ['10.0.0.0/8', 'fd00::/8', '::ffff:192.168.0.0/112'];

describe("the client's address", () => {
  it.each([
    ['no header', '198.51.100.7', undefined, '198.51.100.7'],
    ['a header from a stranger', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['one proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a client that wrote its own entry first', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['two proxies', '10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['nothing but proxies', '10.0.0.1', '10.0.0.3,10.0.0.2', '10.0.0.3'],
    ['rubbish: the last address known', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['rubbish behind a proxy', '10.0.0.1', 'x, 10.0.0.2', '10.0.0.2'],
    ['an empty header', '10.0.0.1', '', '10.0.0.1'],
    ['a short spelling is rubbish', '10.0.0.1', '127.1', '10.0.0.1'],
    ['an IPv4 port', '10.0.0.1', '203.0.113.9:5555', '203.0.113.9'],
    ['an IPv6 port', '10.0.0.1', '[2001:db8::1]:5555', '2001:db8::1'],
    ['a mapped proxy', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['a mapped client', '10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['a mapped range', '::ffff:192.168.0.1', '203.0.113.9', '203.0.113.9'],
    ['an address of another family', '::a00:1', '203.0.113.9', '::a00:1'],
    ['an IPv6 proxy', 'fd00::1', '2001:DB8:0::1', '2001:db8::1'],
  ])('finds the client’s address with %s', (_, remote, header, expected) => {
    expect(createClientAddress(trusted)(remote, header)).toBe(expected);
  });

  it.each([
    ['0.0.0.0/0', '198.51.100.7', '198.51.100.8'],
    ['::/0', '2001:db8::1', '2001:db8::2'],
  ])('trusts the first address of all where the range is %s', (range, remote, proxy) => {
    const clientAddress = createClientAddress([range]);
    expect(clientAddress(remote, `unknown, ${proxy}`)).toBe(proxy);
    expect(clientAddress(remote, undefined)).toBe(remote);
  });

  it('ignores X-Forwarded-For when no proxy is trusted', () => {
    expect(createClientAddress([])('10.0.0.1', '203.0.113.9')).toBe('10.0.0.1');
  });
});

describe('the key that limits count by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:bbbb::2', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('counts %s under the key %s', (address, key) => expect(rateKey(address)).toBe(key));
});
