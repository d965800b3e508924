import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../src/platform/http/route';
import { apiOf } from '../support/api';
import { useRelay } from '../support/relay';
import { createVisitor, createWorld, uniqueEmail, type World } from '../support/world';
import { addStranger, invite, signIn, startLogin, startRegistration } from '../support/members';
import { callRoute, nameOf, type Credentials } from './route-call';

const HOUR = 3_600_000;

const TOKENS = [
  'none',
  'garbage',
  'console',
  'super-admin',
  'revoked console',
  'visitor',
  'expired visitor',
  'ended visitor',
  'challenge',
  'registration',
  'invitation',
  'widget key',
  'admin key',
  'tenant secret',
] as const;
type Kind = (typeof TOKENS)[number];

/** Kinds of bearer tokens that each strategy does not answer with 401: `in`, or the status of the refusal. */
const ADMITTED: Record<string, Partial<Record<Kind, 'in' | number>>> = {
  console: { console: 'in', 'super-admin': 'in' },
  system: { console: 403, 'super-admin': 'in' },
  visitor: { visitor: 'in', 'ended visitor': 404 },
  'visitor-expired': { visitor: 'in', 'expired visitor': 'in', 'ended visitor': 404 },
  tenant: {},
  'admin-key': {},
};
/** A body that every route refuses: a caller who is admitted changes nothing. */
const NOBODYS_FIELDS = { not_a_field: 1 };
const LET_IN = [200, 201, 422];

let now = Date.now();
const relay = useRelay({ clock: () => now, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
let world: World;
let tokens: Record<Kind, string | undefined>;

beforeAll(async () => {
  const { url, adminKey } = relay;
  world = await createWorld(url);

  now -= 2 * HOUR;
  const expiredVisitor = await createVisitor(url, world);
  now += 2 * HOUR;
  const endedVisitor = await createVisitor(url, world);
  await endedVisitor.api.post('/end/visitor-session');
  const member = await addStranger(url);
  const revoked = await signIn(url, member.email);
  await apiOf(url, revoked.token).post('/console/logout');
  const superAdmin = await addStranger(url);
  const promote = `/console/promote/console-admin?email=${superAdmin.email}`;
  await apiOf(url, undefined, { 'x-admin-key': adminKey }).post(promote);

  tokens = {
    none: undefined,
    garbage: randomBytes(32).toString('base64url'),
    console: world.ownerToken,
    'super-admin': superAdmin.token,
    'revoked console': revoked.token,
    visitor: (await createVisitor(url, world)).token,
    'expired visitor': expiredVisitor.token,
    'ended visitor': endedVisitor.token,
    challenge: await startLogin(url, member.email),
    registration: (await startRegistration(url)).registrationToken,
    invitation: (await invite(world, 'operator')).inviteToken,
    'widget key': world.widgetKey,
    'admin key': adminKey,
    'tenant secret': world.tenantSecret,
  };
});

/** Every call comes from another address, because wrong admin keys are counted by address. */
const call = (route: Route, credentials: Credentials) =>
  callRoute(relay.url, route, NOBODYS_FIELDS, credentials, {
    'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
  });
const withToken = (route: Route, kind: Kind) => {
  const token = tokens[kind];
  return call(route, token === undefined ? {} : { token });
};

describe('a token', () => {
  it.each(TOKENS)('admits a token to the routes of its kind and to no other: %s', async (kind) => {
    for (const route of relay.relay.routes) {
      const { status, text } = await withToken(route, kind);
      const context = `${nameOf(route)} ${text}`;
      if (route.strategy === null) {
        expect(status, context).toBe((await call(route, {})).status);
        continue;
      }
      const admitted = ADMITTED[route.strategy];
      if (!admitted) throw new Error(`say which tokens the strategy "${route.strategy}" takes`);
      const expected = admitted[kind] ?? 401;
      if (expected === 'in') expect(LET_IN, context).toContain(status);
      else expect(status, context).toBe(expected);
    }
  });

  it('answers token_invalid to a stranger’s token on every route, however long it is', async () => {
    const token = `${randomBytes(40).toString('base64url')}.${randomBytes(7_600).toString('base64url')}.x`;
    for (const route of relay.relay.routes) {
      const { strategy } = route;
      if (strategy === null || strategy === 'tenant' || strategy === 'admin-key') continue;
      const reply = await call(route, { token });
      expect([reply.status, reply.code], nameOf(route)).toEqual([401, 'token_invalid']);
    }
  });

  it('asks for no token where a route takes a signature or the admin key', async () => {
    const signedBy = { tenantId: world.tenantId, secret: world.tenantSecret };
    const forged = { ...signedBy, secret: relay.adminKey };
    for (const route of relay.relay.routes) {
      const { strategy } = route;
      const signed = await call(route, { signedBy });
      const keyed = await call(route, { adminKey: relay.adminKey });
      if (strategy !== null && strategy !== 'tenant') expect(signed.status).toBe(401);
      if (strategy !== null && strategy !== 'admin-key') expect(keyed.status).toBe(401);
      if (strategy === 'tenant') {
        expect(signed.status, signed.text).toBe(422);
        expect((await call(route, { signedBy: forged })).code).toBe('signature_invalid');
      }
      if (strategy === 'admin-key') {
        expect(keyed.status, keyed.text).toBe(422);
        const wrong = await call(route, { adminKey: world.tenantSecret });
        expect(wrong.code).toBe('invalid_admin_key');
      }
    }
  });

  it('refuses a token of another kind in a body', async () => {
    const holders: Record<string, { own: Kind; refusal: string }> = {
      registration_token: { own: 'registration', refusal: 'challenge_invalid' },
      challenge_token: { own: 'challenge', refusal: 'challenge_invalid' },
      invite_token: { own: 'invitation', refusal: 'invitation_invalid' },
    };
    const others: Record<string, string> = {
      otp: '123456',
      code: '123456',
      totp: '123456',
      email: uniqueEmail(),
      password: 'a long enough passphrase',
      display_name: 'Somebody',
    };
    for (const route of relay.relay.routes) {
      const names = Object.keys((route.body?.describe() as { keys?: object })?.keys ?? {});
      for (const [field, { own, refusal }] of Object.entries(holders)) {
        if (!names.includes(field)) continue;
        const fields = Object.fromEntries(
          names.flatMap((name) => (others[name] === undefined ? [] : [[name, others[name]]])),
        );
        for (const kind of TOKENS) {
          const token = tokens[kind];
          // JWTs are left out: the schema refuses them, because they are longer than any of these tokens.
          if (kind === own || token === undefined || token.length > 128) continue;
          const credentials = route.strategy === null ? {} : { token: world.ownerToken };
          const reply = await callRoute(
            relay.url,
            route,
            { ...fields, [field]: token },
            credentials,
          );
          expect(reply.code, `${nameOf(route)} ${kind}: ${reply.text}`).toBe(refusal);
        }
      }
    }
  });
});
