import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configFolder, setUpRelayctl } from '../support/relayctl';
import { startScriptedRelay, TOKEN } from '../support/scripted-relay';

const relayctl = setUpRelayctl();

async function startLogin() {
  const relay = await startScriptedRelay();
  const config = configFolder();
  const env = { XDG_CONFIG_HOME: config, RELAY_URL: relay.url };
  const terminal = relayctl.startInTerminal('login', env);
  const answer = async (question: string, text: string): Promise<void> => {
    await expect.poll(terminal.output, { timeout: 10_000 }).toContain(question);
    terminal.type(text);
  };
  return { relay, config, answer, ...terminal };
}

it('asks in a terminal, shows no password, and asks again for a mistyped code', async () => {
  const { relay, config, answer, output, ended } = await startLogin();
  relay.script('POST get/login-otp', { data: relay.sentCode });
  relay.script('POST verify/login-otp', { status: 401, data: { code: 'otp_invalid' } });
  await answer('E-mail: ', 'camille@shop.example\r');
  await answer('Password: ', 'hidden while typed\r');
  await answer('Code: ', '12345\r');
  await answer('6 digits', '000000\r');
  await answer('replaced or expired', '654321\r');
  expect(await ended).toBe(0);
  expect(output()).toContain('c***@shop.example');
  expect(output()).not.toContain('hidden while typed');
  expect(relay.requests('POST login')[0]?.body['password']).toBe('hidden while typed');
  const codes = relay.requests('POST verify/login-otp').map(({ body }) => body['code']);
  expect(codes).toEqual(['000000', '654321']);
  const profiles = readFileSync(join(config, 'chat-relay', 'profiles.json'), 'utf8');
  expect(profiles).toContain(TOKEN);
});

it('ends a prompt on Ctrl-C', async () => {
  const { answer, ended, relay } = await startLogin();
  await answer('E-mail: ', 'camille@shop.example\r');
  await answer('Password: ', 'half\u0003');
  expect(await ended).toBe(1);
  expect(relay.requests('POST login')).toHaveLength(0);
});
