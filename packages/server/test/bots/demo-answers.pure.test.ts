import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createPassageIndex } from '../../src/bots/knowledge/passage-index';
import { splitDocument } from '../../src/bots/knowledge/split';
import { botOver } from './measured-answers';

const FOLDER = new URL('../../../../examples/shop/knowledge/', import.meta.url);

function indexOfDemo() {
  const index = createPassageIndex();
  for (const name of readdirSync(FOLDER)) {
    const content = readFileSync(new URL(name, FOLDER), 'utf8');
    const [, title = name] = /^# (.*)$/m.exec(content) ?? [];
    const locale = name.endsWith('.en.md') ? 'en' : 'fr';
    const document = { documentId: name, revision: 1, title, url: null, locale };
    for (const [place, part] of splitDocument(content).entries()) index.add(document, place, part);
  }
  return index;
}

const ask = botOver(indexOfDemo());

it.each([
  ['fr', 'Bonjour, combien coûte un emballage cadeau ?', '3 €'],
  ['fr', 'mon bol est arrivé cassé, que dois-je faire ?', 'Envoyez une photo'],
  ['fr', 'vous faites des cours le samedi ?', 'samedi de 10 h à 13 h'],
  ['fr', 'Peut-on graver un prénom sur une tasse ?', '8 €'],
  ['fr', 'combien de temps gardez-vous les pièces après le cours ?', 'deux mois'],
  ['fr', "D'où vient votre argile ?", 'Puisaye'],
  ['en', 'my plate arrived broken, what now?', 'Send a photo'],
  ['en', 'How much is gift wrapping?', '€3'],
])('answers a visitor of the demo, in %s: %s', async (locale, question, fact) => {
  const decision = await ask(question, locale);
  expect(decision.kind === 'reply' && decision.content.replaceAll(/\s+/g, ' ')).toContain(fact);
});

it.each(['livrez-vous au Japon ?', 'Can I pay with PayPal?'])(
  'hands over what no document of the demo says: %s',
  async (question) => expect((await ask(question, 'fr')).kind).toBe('escalate'),
);
