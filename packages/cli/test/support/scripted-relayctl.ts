import { join } from 'node:path';
import { expect } from 'vitest';
import { configFolder, setUpRelayctl } from './relayctl';
import { startScriptedRelay, TOKEN } from './scripted-relay';

export const PASSWORD = 'a password that must not be shown';
export const ADMIN_KEY = 'an-admin-key-that-must-not-be-shown';

/** relayctl as a process of its own, and scripted relays for it. No run may print a secret. */
export function setUpScripted() {
  const relayctl = setUpRelayctl();

  async function setUp() {
    const relay = await startScriptedRelay();
    const config = configFolder();
    const env = { XDG_CONFIG_HOME: config, RELAY_URL: relay.url };
    const run = async (args: string[], more: NodeJS.ProcessEnv = {}, stdin = '') => {
      const outcome = await relayctl.run(args, { env: { ...env, ...more }, stdin });
      for (const secret of [PASSWORD, ADMIN_KEY, TOKEN]) {
        expect(outcome.stdout + outcome.stderr).not.toContain(secret);
      }
      return outcome;
    };
    const login = (more: NodeJS.ProcessEnv = {}) =>
      run(['login', '--email', 'camille@shop.example'], { RELAY_PASSWORD: PASSWORD, ...more });
    const profiles = join(config, 'chat-relay', 'profiles.json');
    return { relay, run, login, profiles };
  }

  return { setUp, main: relayctl.main };
}
