import { setTimeout as wait } from 'node:timers/promises';
import { apiOf, type Api } from '../../../server/test/support/api';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
} from '../../../server/test/support/world';
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

/** How long a client waits for a response. The relay may still carry out the request. */
const PATIENCE_MS = 5_000;
const MOVING = 0.02;

/**
 * Connects visitors and operators to all relays: an operator often answers a visitor of another relay. Roaming ones
 * change to another relay now and then, and whenever theirs is silent, refuses or closes the connection.
 */
export async function gather(input: {
  relays: readonly Pick<RelayProcess, 'url'>[];
  backend: CallbackBackend;
  history: History;
  random: Random;
  visitors: number;
  isRoaming?: boolean;
}): Promise<Crowd> {
  const { relays, backend, history, random, isRoaming = false } = input;
  const urls = relays.map(({ url }) => url);
  const urlOf = (index: number): string => relays[index % relays.length]?.url ?? '';
  const world = await createWorld(urlOf(0), {
    callback_url_base: backend.url,
    bot: { kind: 'builtin', faq: FAQ },
  });
  backend.useSecret(world.tenantSecret);
  const operators: TortureOperator[] = [];
  for (let index = 0; index < OPERATORS; index++) {
    const { token, ...operator } = await addOperator(urlOf(0), world, `Operator ${index}`);
    const url = urlOf(index + 1);
    const api = isRoaming ? roaming(url, urls, token, random.fork()) : apiOf(url, token);
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
      ...(isRoaming && { nextUrl: anyOf(urls, random.fork()) }),
      onSign: (sign) => signs.note(index, sign),
    });
    atEnd(() => visitor.close());
    visitors.push(visitor);
  }
  return { world, visitors, operators, signs };
}

function anyOf(urls: readonly string[], random: Random): () => string {
  return () => random.pick(urls) ?? '';
}

/** Calls one relay until it fails, or for a while, then any. */
function roaming(first: string, urls: readonly string[], token: string, random: Random): Api {
  const next = anyOf(urls, random);
  let url = first;
  const leaving = async <Reply extends { status: number }>(call: Promise<Reply>) => {
    try {
      const answer = await Promise.race([call, impatience()]);
      if (answer.status >= 500 || random.chance(MOVING)) url = next();
      return answer;
    } catch (error) {
      url = next();
      throw error;
    }
  };
  return {
    get: (path) => leaving(apiOf(url, token).get(path)),
    post: (path, body) => leaving(apiOf(url, token).post(path, body)),
  };
}

async function impatience(): Promise<never> {
  await wait(PATIENCE_MS, undefined, { ref: false });
  throw new Error('no answer');
}
