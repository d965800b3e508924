import { step, StepError } from '../report.mjs';
import { served, typeIn } from './installation.mjs';
import { wordsOf } from './people.mjs';
import { same } from './strangers.mjs';

/** @typedef {import('./installation.mjs').Place} Place */

const FOLDER = '/var/lib/private/chat-relay-backups';
const DROP_IN = '/run/systemd/system/chat-relay-backup.service.d';
const START = 'systemctl start chat-relay-backup';

/** The chapter about backups. @param {Place} place @returns {Promise<string>} the first backup */
export async function backUp(place) {
  const { machine, recipe } = place;
  await typeIn(place, recipe.commands('Back up each night'));
  const list = async () => (await machine.run(`ls ${FOLDER}/*/*.sqlite`)).trim().split('\n');
  const [first = ''] = await list();
  const kept = '/root/first.sqlite';
  await machine.run(`cp ${first} ${kept}`);
  /** @param {string} lines */
  const change = (lines) =>
    machine.run(
      `mkdir -p ${DROP_IN} && printf '[Service]\\n${lines}\\n' > ${DROP_IN}/try.conf && systemctl daemon-reload`,
    );
  await step('only the newest backups stay, and a failed one removes none', async () => {
    await change('Environment=KEEP=2');
    for (const _ of [1, 2, 3]) await machine.run(`${START} && sleep 1`);
    const two = await list();
    same([two.length, two.includes(first)], [2, false], 'backups that are kept');
    await machine.run("echo 'DATABASE_URL=sqlite:/nowhere/relay.sqlite' > /run/wrong.env");
    await change('Environment=KEEP=1\\nEnvironmentFile=/run/wrong.env');
    const { code } = await machine.attempt(START);
    if (code === 0) throw new StepError('a backup of nothing succeeds');
    same(await list(), two, 'backups after a failed one');
    await machine.run(`rm -r ${DROP_IN} && systemctl daemon-reload`);
    await machine.run(`cp ${kept} ${first} && systemctl reset-failed`);
  });
  await step('the timer starts the next one', async () => {
    const next = await machine.run('systemctl list-timers --no-legend chat-relay-backup.timer');
    if (!next.includes('chat-relay-backup.service')) throw new StepError('no timer', next);
  });
  return first;
}

/**
 * The chapter about restoring.
 * @param {Place} place @param {string} backup
 * @param {{ site: import('./site.mjs').Site, token: string, conversation: string }} talk
 */
export async function restore(place, backup, { site, token, conversation }) {
  const before = await wordsOf(site, token, conversation);
  const [choice = '', ...lines] = place.recipe.commands('Restore');
  if (!choice.startsWith('backup=')) throw new StepError('"Restore" does not choose a backup');
  // One shell, as the reader's: `backup` is its variable.
  const script = [`backup=${backup}`, ...lines].join('\n');
  await step(lines.join('; '), () => place.machine.run(`set -e\n${script}`, place.env));
  await served(place);
  await step('the conversation is as it was in the backup', async () => {
    const words = await wordsOf(site, token, conversation);
    same(before.length - words.length, 1, 'messages after the backup');
    same(words, ['Do you repair bowls?', 'Yes, in a week.'], 'messages');
  });
}
