// npm run try-one-server: carries out "One server" of docs/OPERATIONS.md on a second Debian with a systemd of its own: each
// command and file of the document, Caddy, an answer through TLS, backup, restore, upgrade and back. It changes nothing on
// this machine but the package systemd-container. It needs root, a Debian and the registry, and takes about five minutes.
import { installPackages } from './lib/debian-packages.mjs';
import { findProgram } from './lib/find-program.mjs';
import { interruption } from './lib/interruption.mjs';
import { backUp, restore } from './lib/one-server/backups.mjs';
import { installAndServe } from './lib/one-server/installation.mjs';
import { startMachine, whyNoMachine } from './lib/one-server/machine.mjs';
import { startMailbox, startProxy } from './lib/one-server/outside.mjs';
import { answer, claim, openVisitor, setUp, signIn } from './lib/one-server/people.mjs';
import { readRecipe } from './lib/one-server/recipe.mjs';
import { checkFromOutside } from './lib/one-server/strangers.mjs';
import { upgrade } from './lib/one-server/upgrade.mjs';
import { heading, runScript, say, step, StepError } from './lib/report.mjs';

/** The most lines that a reader has to type, from the clone to the first answer. */
const ALLOWED_LINES = 10;

await runScript(async () => {
  const why = whyNoMachine();
  if (why !== undefined) throw new StepError(`LEFT OUT: nothing was tried, because ${why}`);
  if (!findProgram('systemd-nspawn')) await installPackages(['systemd-container']);
  const { signal, cancel } = stopping();
  /** @type {(() => unknown)[]} what was started, the last first */
  const started = [];
  try {
    await Promise.race([tryAll((stop) => started.unshift(stop)), signal]);
  } finally {
    cancel();
    for (const stop of started) await stop();
  }
});

/** Fails on Ctrl-C, so that the second machine is stopped. */
function stopping() {
  const interrupted = interruption();
  const end = new AbortController();
  /** @type {Promise<never>} */
  const signal = new Promise((_, reject) => {
    const stop = () => reject(new StepError('interrupted'));
    interrupted.addEventListener('abort', stop, { signal: end.signal });
  });
  signal.catch(() => undefined);
  return { signal, cancel: () => end.abort() };
}

/** @param {(stop: () => unknown) => void} onStarted */
async function tryAll(onStarted) {
  const recipe = readRecipe();
  const machine = await step('start a second Debian', startMachine);
  onStarted(machine.stop);
  const proxy = await startProxy(machine.outside);
  onStarted(proxy.close);
  const mailbox = await startMailbox(machine.outside);
  onStarted(mailbox.close);
  const place = { machine, recipe, env: proxy.env };

  heading('from the clone to the first answer');
  const startedAt = performance.now();
  const { site, account, typed } = await installAndServe(place, mailbox.url);
  const token = await signIn(site, account, mailbox.nextCode);
  const tenant = await setUp(site, token, account.email);
  const visitor = await openVisitor(site, tenant);
  onStarted(visitor.close);
  await visitor.say('Do you repair bowls?');
  const conversation = await claim(site, token);
  await answer(site, token, conversation, 'Yes, in a week.');
  await visitor.sees('Yes, in a week.');
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  say(`A customer is answered: ${typed} typed commands and edited files, ${seconds} s`);
  if (typed > ALLOWED_LINES) throw new StepError(`more than ${ALLOWED_LINES} of them`);
  await checkFromOutside({ machine, site, token });

  heading('backup and restore');
  const backup = await backUp(place);
  await visitor.say('Written after the backup.');
  visitor.close();
  await restore(place, backup, { site, token, conversation });

  heading('upgrade, and back');
  const later = await openVisitor(site, tenant);
  onStarted(later.close);
  await later.say('I came after the restore.');
  await upgrade(place, later, { site, token, conversation: await claim(site, token) });
}
