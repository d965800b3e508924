import { setTimeout as wait } from 'node:timers/promises';
import { step, StepError } from '../report.mjs';
import { fillIn } from './recipe.mjs';
import { createSite } from './site.mjs';

const SERVES_MS = 30_000;
const SETTINGS = '/etc/chat-relay.env';
const CADDYFILE = '/etc/caddy/Caddyfile';
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';

/**
 * @typedef {object} Place
 * @property {import('./machine.mjs').Machine} machine
 * @property {ReturnType<typeof import('./recipe.mjs').readRecipe>} recipe
 * @property {Record<string, string>} env the way to the registries
 */

/** Types the lines of a block, each as one step. @param {Place} place @param {readonly string[]} lines */
export async function typeIn({ machine, env }, lines) {
  for (const line of lines) await step(line, () => machine.run(line, env));
}

/**
 * The chapters Install, Configure and Serve.
 * @param {Place} place @param {string} smtpUrl
 */
export async function installAndServe(place, smtpUrl) {
  const { machine, recipe, env } = place;
  const chapters = ['Install', 'Configure', 'Serve'];
  const lines = chapters.flatMap((chapter) => recipe.commands(chapter));
  const settings = new Map([...recipe.settings(), ['SMTP_URL', smtpUrl]]);
  for (const line of lines) {
    await step(line, async () => {
      if (line.startsWith('editor ')) {
        machine.write(SETTINGS, fillIn(machine.read(SETTINGS), settings));
        return;
      }
      await machine.run(line, env);
      if (line.includes(CADDYFILE)) useOwnAuthority(machine);
    });
  }
  const site = await step('Caddy and the relay answer', () => served(place));
  const account = {
    email: settings.get('SYSTEM_ADMIN_EMAIL') ?? '',
    password: settings.get('SYSTEM_ADMIN_PASSWORD') ?? '',
  };
  return { site, account, typed: lines.length };
}

/** Lets Caddy issue its own certificates: Let's Encrypt can't reach the machine. @param {Place['machine']} machine */
function useOwnAuthority(machine) {
  const written = machine.read(CADDYFILE);
  const changed = written.replace('\n{\n', '\n{\n\tlocal_certs\n\tskip_install_trust\n');
  if (changed === written) throw new StepError('the Caddyfile has no global options');
  machine.write(CADDYFILE, changed);
}

/** Waits until the relay answers through Caddy. @param {Place} place @returns {Promise<import('./site.mjs').Site>} */
export async function served({ machine }) {
  const deadline = Date.now() + SERVES_MS;
  let last;
  while (Date.now() < deadline) {
    try {
      const site = createSite({ address: machine.address, ca: machine.read(AUTHORITY) });
      const { status } = await site.ask('GET', '/openapi.json');
      if (status === 200) return site;
      last = `status ${status}`;
    } catch (error) {
      last = String(error);
    }
    await wait(100);
  }
  const { output } = await machine.attempt('journalctl --no-pager -n 60 -u chat-relay -u caddy');
  throw new StepError(`the relay does not answer through Caddy: ${last}`, output);
}
