import { setTimeout as wait } from 'node:timers/promises';
import { say, step } from '../report.mjs';
import { served, typeIn } from './installation.mjs';
import { wordsOf } from './people.mjs';
import { same } from './strangers.mjs';

/** @typedef {import('./installation.mjs').Place} Place */
/** @typedef {Awaited<ReturnType<typeof import('./people.mjs').openVisitor>>} Visitor */

const NEXT = '9.9.9';
const DESCRIPTION = 'curl --silent --fail http://127.0.0.1:8080/openapi.json';

/**
 * The chapter about upgrades, there and back, while a visitor writes.
 * @param {Place} place @param {Visitor} visitor
 * @param {{ site: import('./site.mjs').Site, token: string, conversation: string }} talk
 */
export async function upgrade(place, visitor, { site, token, conversation }) {
  const { machine, recipe } = place;
  const versionOf = async () => JSON.parse(await machine.run(DESCRIPTION)).info.version;
  const old = await versionOf();
  await machine.run(
    `sed -i 's/^  "version": ".*"/  "version": "${NEXT}"/' packages/*/package.json`,
  );

  const before = await wordsOf(site, token, conversation);
  /** @type {string[]} */
  const said = [];
  let isOver = false;
  const confirmed = (async () => {
    // Slower than the limit of a visitor's messages.
    while (!isOver) {
      said.push(`message ${said.length + 1}`);
      await visitor.say(said.at(-1) ?? '');
      await wait(1000);
    }
  })();
  await typeIn(place, recipe.commands('Upgrade', 0));
  await served(place);
  same(await versionOf(), NEXT, 'version after the upgrade');
  await typeIn(place, recipe.commands('Upgrade', 1));
  await served(place);
  same(await versionOf(), old, 'version after the way back');
  isOver = true;
  await step('no message is lost or doubled', async () => {
    await confirmed;
    const words = await wordsOf(site, token, conversation);
    same(words, [...before, ...said], 'messages');
    say(`${said.length} messages were written meanwhile`);
  });
}
