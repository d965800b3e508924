import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { writeSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { createWorld } from '../support/world';

const relay = useRelay();
const COMPOSED = 'Crème brûlée 7 étés';
const DECOMPOSED = COMPOSED.normalize('NFD');

const login = (email: string, password: string) =>
  relay.post('/console/login', { email, password });

async function registered(email: string, password: string): Promise<void> {
  const started = await relay.post('/console/register', {
    email,
    password,
    display_name: 'Zoé',
    organization_name: 'Zoé',
  });
  const { registration_token, dev_otp: otp } = started.data;
  await relay.post('/console/verify/registration', { registration_token, otp });
}

it('takes a password in either Unicode form, whichever it was chosen in', async () => {
  await registered('composed@corp.test', COMPOSED);
  await registered('decomposed@corp.test', DECOMPOSED);
  for (const email of ['composed@corp.test', 'decomposed@corp.test'])
    for (const password of [COMPOSED, DECOMPOSED])
      expect((await login(email, password)).status).toBe(200);
  expect((await login('composed@corp.test', `${DECOMPOSED}!`)).status).toBe(401);
});

it('takes a password that an earlier version hashed as it was typed', async () => {
  await registered('earlier@corp.test', 'correct horse 12');
  await writeSql(relay.database, 'UPDATE accounts SET password_hash = ? WHERE email = ?', [
    await hash(DECOMPOSED),
    'earlier@corp.test',
  ]);
  expect((await login('earlier@corp.test', DECOMPOSED)).status).toBe(200);
});

it('tries a second form for one request at a time', async () => {
  await registered('flood@corp.test', COMPOSED);
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, index) => login('flood@corp.test', `${DECOMPOSED}${index}`)),
  );
  const statuses = new Set(all.map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 503]));
});

it('reads codes in full-width digits, with blanks', async () => {
  await registered('digits@corp.test', COMPOSED);
  const { challenge_token } = (await login('digits@corp.test', COMPOSED)).data;
  const sent = await relay.post('/console/get/login-otp', { challenge_token });
  const code = String(sent.data['dev_otp']).replace(/\d/g, (digit) =>
    String.fromCodePoint(0xff10 + Number(digit)),
  );
  const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`;
  const done = await relay.post('/console/verify/login-otp', { challenge_token, code: typed });
  expect(done.status).toBe(200);
});

it('takes the name that confirms a deletion in either form, and shortcuts in both as one', async () => {
  const world = await createWorld(relay.url, { tenant_name: 'Cafe\u0301 de l’E\u0301toile' });
  const { owner } = world;
  const reply = { workspace_id: world.workspaceId, content: 'Merci.' };
  const made = await owner.post('/console/create/canned-reply', { ...reply, shortcut: 'e\u0301t' });
  expect(made.status).toBe(201);
  const again = await owner.post('/console/create/canned-reply', { ...reply, shortcut: '\u00e9t' });
  expect(again.status).toBe(409);
  const gone = await owner.post('/console/delete/tenant', {
    tenant_id: world.tenantId,
    tenant_name: 'Caf\u00e9 de l’\u00c9toile',
  });
  expect(gone.status).toBe(200);
});
