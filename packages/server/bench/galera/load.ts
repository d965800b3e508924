import { apiOf } from '../../test/support/api';
import { addOperator, createVisitor, createWorld, type World } from '../../test/support/world';
import { createSigns, type Signs } from '../database-faults/signs';
import { atEnd } from '../support/at-end';
import type { CallbackBackend } from '../torture/callback-backend';
import type { History } from '../torture/history';
import { TortureOperator } from '../torture/operator';
import type { Random } from '../torture/random';
import type { RelayProcess } from '../torture/relay-process';
import { TortureVisitor } from '../torture/visitor';

export interface Crowd {
  world: World;
  visitors: TortureVisitor[];
  operators: TortureOperator[];
  signs: Signs;
}

const OPERATORS = 3;
const FAQ = [
  {
    questions: ['Quels sont vos délais de livraison ?'],
    answer: 'Nous livrons en 48 heures.',
    locale: 'fr',
  },
];

/** Visitors and operators on all relays: the operator who answers a visitor is often on another one. */
export async function gather(input: {
  relays: readonly Pick<RelayProcess, 'url'>[];
  backend: CallbackBackend;
  history: History;
  random: Random;
  visitors: number;
}): Promise<Crowd> {
  const { relays, backend, history, random } = input;
  const urlOf = (index: number): string => relays[index % relays.length]?.url ?? '';
  const world = await createWorld(urlOf(0), {
    callback_url_base: backend.url,
    bot: { kind: 'builtin', faq: FAQ },
  });
  backend.useSecret(world.tenantSecret);
  const operators: TortureOperator[] = [];
  for (let index = 0; index < OPERATORS; index++) {
    const { token, ...operator } = await addOperator(urlOf(0), world, `Operator ${index}`);
    const api = apiOf(urlOf(index + 1), token);
    await api.post('/console/set/presence', { status: 'online' });
    operators.push(new TortureOperator({ ...operator, token, api }, random.fork(), history));
  }
  const signs = createSigns(input.visitors);
  const visitors: TortureVisitor[] = [];
  for (let index = 0; index < input.visitors; index++) {
    const url = urlOf(index);
    const { sessionId, token } = await createVisitor(url, world, {
      mode: index % 2 === 0 ? 'bot' : 'human',
    });
    const visitor = new TortureVisitor({
      url,
      origin: world.origin,
      sessionId,
      token,
      random: random.fork(),
      history,
      onSign: (sign) => signs.note(index, sign),
    });
    atEnd(() => visitor.close());
    visitors.push(visitor);
  }
  return { world, visitors, operators, signs };
}
