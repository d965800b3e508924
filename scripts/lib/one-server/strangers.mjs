import { step, StepError } from '../report.mjs';
import { knock } from './outside.mjs';
import { ORIGIN } from './site.mjs';

const UNITS = 'chat-relay.service chat-relay-backup.service chat-relay-backup.timer';
const SECRETS =
  '/etc/chat-relay.env /var/lib/private/chat-relay/relay.sqlite /var/lib/private/chat-relay-backups';

/** @param {unknown} found @param {unknown} expected @param {string} what */
export function same(found, expected, what) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    const got = `found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`;
    throw new StepError(`${what}: ${got}`);
  }
}

/**
 * Checks the machine from outside: open ports and paths, allowed origins, and who can read its files.
 * @param {{ machine: import('./machine.mjs').Machine, site: import('./site.mjs').Site, token: string }} place
 */
export async function checkFromOutside({ machine, site, token }) {
  await step(
    'the internet does not reach /metrics, /healthz and /readyz; the machine does',
    async () => {
      for (const path of ['/metrics', '/healthz', '/readyz']) {
        same((await site.ask('GET', path)).status, 404, path);
        await machine.run(`curl --fail --silent --output /dev/null http://127.0.0.1:8080${path}`);
      }
    },
  );
  await step('only ssh and the web come in', async () => {
    const serve = "require('http').createServer((_, answer) => answer.end()).listen(9000)";
    await machine.run(`systemd-run --quiet node -e "${serve}"`);
    await machine.run('curl --silent --retry 20 --retry-connrefused -o /dev/null localhost:9000');
    const ports = [80, 443, 8080, 2019, 9000];
    const states = await Promise.all(ports.map((port) => knock(machine.address, port)));
    same(states, ['open', 'open', 'dropped', 'dropped', 'dropped'], `ports ${ports.join(', ')}`);
  });
  await step('the pages of the website may call the relay, and no other console', async () => {
    const allowed = async (/** @type {string} */ path, /** @type {string} */ origin) => {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const answer = await site.ask('OPTIONS', `/api/v1/${path}`, { headers });
      return answer.headers['access-control-allow-origin'] ?? 'no one';
    };
    same(await allowed('create/visitor-session', ORIGIN), ORIGIN, 'who may open a chat');
    same(await allowed('console/login', 'https://evil.example'), 'no one', 'who may sign in');
  });
  await step("the relay sees the visitor's own address", async () => {
    const { sessions } = await site.get('/console/fetch/sessions', token);
    same(sessions[0]?.ip, machine.outside, 'address of the sign-in');
  });
  await step('no other user reads settings, data or backups; the units are sound', async () => {
    for (const path of SECRETS.split(' ')) {
      const { code } = await machine.attempt(`setpriv --reuid=65534 --clear-groups ls ${path}/`);
      if (code === 0) throw new StepError(`${path} can be read by everyone`);
    }
    same((await machine.run('stat --format %a%U /etc/chat-relay.env')).trim(), '600root', 'rights');
    await machine.run(`systemd-analyze verify --man=no ${UNITS}`);
  });
}
