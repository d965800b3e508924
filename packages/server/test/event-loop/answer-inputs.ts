import { startModelStub } from '../support/model-stub';
import { startStreamingBackend } from '../support/streaming-backend';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld } from '../support/world';
import type { Awkward } from './cost';
import type { FullWorld } from './route-drive';

// Near enough to the entry to be answered from it, and not so near that the entry is given without the model.
const QUESTION = 'Would delivery to a shop in the mountains cost more in winter?';
const ANSWER = 'Delivery to a shop is free.';
const FAQ = [{ questions: ['How much is the delivery to a shop?'], answer: ANSWER }];
/** More bytes than the relay reads of a backend's answer and of a model's. */
const BACKEND_BYTES = 70 * 1024;
const MODEL_BYTES = 250 * 1024;

const fill = (line: string, bytes: number): string => line.repeat(bytes / line.length);

/** Awkward responses of the tenants' backends and of language models. */
export const ANSWER_INPUTS: Record<string, (world: FullWorld) => Awkward> = {
  "a backend's stream of short parts": streamed(
    `${JSON.stringify({ type: 'delta', text: 'a' })}\n`,
  ),
  "a backend's stream of one long part": (world) => async (part) => {
    const text = fill('word ', 3_900 * part);
    return streamed(`${JSON.stringify({ type: 'delta', text })}\n`)(world)(part);
  },
  "a backend's stream of no lines": streamed('{"'),
  "a backend's stream of empty lines": streamed('\n'),
  "a model's answer of words": modelled(`${ANSWER} `),
  "a model's answer of one word": modelled('delivery'),
  "a model's answer of lines": modelled('\n'),
};

/** Answers that repeat this line up to the limit of what the relay reads. */
function streamed(line: string): (world: FullWorld) => Awkward {
  return ({ url }) =>
    async (part) => {
      const backend = await startStreamingBackend();
      const shop = await createWorld(url, {
        bot: { kind: 'tenant' },
        callback_url_base: backend.url,
      });
      const socket = await ask(url, shop);
      const reply = await backend.next();
      return async () => {
        reply.raw(fill(line, BACKEND_BYTES * part));
        reply.end();
        await reply.closed;
        socket.send({ type: 'ping' });
        await socket.next('pong');
        socket.close();
        await backend.close();
      };
    };
}

function modelled(words: string): (world: FullWorld) => Awkward {
  return ({ url }) =>
    async (part) => {
      const stub = await startModelStub();
      const model = { url: stub.url, api_key: 'sk-key', model: 'stub-1' };
      const shop = await createWorld(url, {
        default_locale: 'en',
        bot: { kind: 'model', confidence_threshold: 0.1, faq: FAQ, model },
      });
      const socket = await ask(url, shop);
      const reply = await stub.next();
      return async () => {
        reply.token(fill(words, MODEL_BYTES * part));
        reply.done();
        await answered(socket);
        await stub.close();
      };
    };
}

async function ask(url: string, shop: Parameters<typeof createVisitor>[1]): Promise<VisitorSocket> {
  const { token } = await createVisitor(url, shop, { locale: 'en' });
  const socket = await VisitorSocket.open(url, token);
  await socket.say('question', QUESTION);
  return socket;
}

/** Waits until the bot has answered or asked for a person. */
async function answered(socket: VisitorSocket): Promise<void> {
  await Promise.race([
    socket.next('msg', ({ sender }) => sender.kind === 'bot'),
    socket.next('status', ({ conversation }) => conversation?.status === 'WAITING'),
  ]);
  socket.close();
}
