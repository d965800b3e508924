import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../support/api';
import { printedFile } from '../support/printed/file';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, uniqueEmail } from '../support/world';

const PASSWORD = 'swordfish-and-chips-42';

describe('the log at its most talkative', () => {
  const test = useRelay();
  /** Secrets that the log must not contain → what each one is. */
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    secrets.set('admin key', test.adminKey);
  });

  const keep = (what: string, secret: string | undefined): string => {
    if (secret === undefined || secret === '') throw new TypeError(`no ${what}`);
    secrets.set(what, secret);
    return secret;
  };

  it('logs no password, code, token, key or secret, also of requests that failed', async () => {
    const api = apiOf(test.url);
    const email = uniqueEmail();
    keep('password', PASSWORD);
    const registered = await api.post<{ registration_token: string; dev_otp: string }>(
      '/console/register',
      { email, password: PASSWORD, display_name: 'Ana', organization_name: 'Shop' },
    );
    keep('registration token', registered.data.registration_token);
    await api.post('/console/verify/registration', {
      registration_token: registered.data.registration_token,
      otp: keep('registration code', registered.data.dev_otp),
    });
    const login = await api.post<{ challenge_token: string }>('/console/login', {
      email,
      password: PASSWORD,
    });
    const challenge_token = keep('challenge token', login.data.challenge_token);
    const sent = await api.post<{ dev_otp: string }>('/console/get/login-otp', { challenge_token });
    const session = await api.post<{ console_token: string }>('/console/verify/login-otp', {
      challenge_token,
      code: keep('login code', sent.data.dev_otp),
    });
    const console_token = keep('console token', session.data.console_token);

    const world = await createWorld(test.url, { callback_url_base: 'http://127.0.0.1:59999' });
    keep('tenant secret', world.tenantSecret);
    keep("owner's token", world.ownerToken);
    const visitor = await createVisitor(test.url, world);
    keep('visitor token', visitor.token);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m1', 'Bonjour');
    socket.close();

    // Refused requests, because their errors are where a secret is most likely to be printed.
    await api.get(`/console/fetch/account?token=${console_token}`);
    await api.post(`/nowhere?token=${visitor.token}`, { password: PASSWORD });
    await apiOf(test.url, `${console_token}x`).get('/console/fetch/account');
    await api.post('/console/login', { email, password: [PASSWORD] });
    await api.post('/console/login', `{"password": "${PASSWORD}"`);
    await apiOf(test.url, undefined, { 'x-admin-key': `${test.adminKey}x` }).post(
      '/console/promote/console-admin?email=a@example.com',
    );
    await apiOf(test.url, undefined, { 'x-admin-key': test.adminKey }).post(
      '/console/bootstrap/system-admin',
      { email: uniqueEmail(), password: PASSWORD, display_name: 'Root' },
    );
    const refused = new VisitorSocket(test.url, `${visitor.token}x`);
    expect((await refused.closed).code).toBe(4401);

    const printed = readFileSync(printedFile('log') ?? '', 'utf8');
    expect(printed).toContain('/console/login');
    // As a whole word: six digits stand in many a timestamp.
    const words = new Set(printed.split(/[^\w.-]+/));
    const found = [...secrets].filter(([, secret]) =>
      secret.length < 8 ? words.has(secret) : printed.includes(secret),
    );
    expect(found.map(([what]) => what)).toEqual([]);
  });
});
