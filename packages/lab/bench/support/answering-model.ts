import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startModelStub, type ModelReply } from '../../../server/test/support/model-stub';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';

/** A model that writes answers token by token, and the visitors who ask, in a process of their own. */
export interface AnsweringModel {
  /** Value for `bot.model.url`. */
  url: string;
  /** Lets these visitors ask. Each asks again once it has an answer of that many sentences. */
  ask(url: string, tokens: readonly string[], sentences: number): Promise<void>;
  /** Figures since `ask` or the previous `take`. */
  take(): Promise<AnswerFigures>;
  /** Disconnects the visitors. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export interface AnswerFigures {
  answers: number;
  /** Time from the token that completes the first sentence to its draft on the visitor's socket. */
  firstDraftMs: number[];
  /** Visitors whom the bot handed over: there should be none. */
  handedOver: number;
}

const MARK = 'answering-model';
/** The model and its visitors stand for other machines: they must not take processor time from the relay. */
const LOWER_PRIORITY = 10;
/** 20 tokens a second, as a model of a provider writes them. */
const TOKEN_MS = 50;
const SENTENCES = ['Delivery to your home costs 4,90 €', 'Delivery to your home takes 3 days'];

/** The entry that the model quotes. */
export const ANSWERED = {
  questions: ['How much is the cost of home delivery in France?'],
  answer: 'Delivery to your home costs 4,90 € and takes 3 days.',
};
export const QUESTION = 'Is home delivery expensive?';

/** Whether this process is to be the model. The program calls it first. */
export function isModelProcess(): boolean {
  return process.argv[2] === MARK;
}

export async function startAnsweringModel(program: string): Promise<AnsweringModel> {
  const child = fork(fileURLToPath(program), [MARK], { serialization: 'advanced' });
  if (child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY);
  const receive = async <T>() => ((await once(child, 'message')) as [T])[0];
  const call = async <T>(order: object): Promise<T> => {
    const answer = receive<T>();
    child.send(order);
    return answer;
  };
  const url = await receive<string>();
  return {
    url,
    ask: (relay, tokens, sentences) => call({ kind: 'ask', relay, tokens, sentences }),
    take: () => call({ kind: 'take' }),
    rest: () => call({ kind: 'rest' }),
    close: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

type Order =
  | { kind: 'ask'; relay: string; tokens: string[]; sentences: number }
  | { kind: 'take' }
  | { kind: 'rest' };

export async function serveModel(): Promise<void> {
  let figures: AnswerFigures = { answers: 0, firstDraftMs: [], handedOver: 0 };
  let sockets: VisitorSocket[] = [];
  let asked = 0;
  let length = 0;
  /** Question → time at which the first sentence of its answer was complete. */
  const completedAt = new Map<string, number>();
  const stub = await startModelStub();
  stub.always((reply) =>
    write(reply, length, (question) => completedAt.set(question, performance.now())),
  );

  const attend = (socket: VisitorSocket, place: number): void => {
    let question = '';
    let isDrafted = false;
    const askNext = (): void => {
      question = `${QUESTION} (${++asked})`;
      isDrafted = false;
      socket.frames.length = 0; // it keeps every frame
      socket.send({
        type: 'msg',
        client_msg_id: `${process.pid}-${asked}`,
        content: question,
      });
    };
    socket.ws.on('message', (data) => {
      const text = (data as Buffer).toString();
      if (text.startsWith('{"type":"draft",') && !isDrafted) {
        isDrafted = true;
        const from = completedAt.get(question);
        if (from !== undefined) figures.firstDraftMs.push(performance.now() - from);
        completedAt.delete(question);
      }
      const frame = JSON.parse(text) as { type: string; sender?: { kind: string } };
      if (frame.type === 'status') figures.handedOver += text.includes('"WAITING"') ? 1 : 0;
      if (frame.type !== 'msg' || frame.sender?.kind !== 'bot') return;
      figures.answers++;
      askNext();
    });
    // Spreads the questions over three seconds: their tokens would arrive together, too.
    setTimeout(askNext, (place * 37) % 3_000);
  };

  const carryOut = async (order: Order): Promise<unknown> => {
    switch (order.kind) {
      case 'ask': {
        const { relay, tokens, sentences } = order;
        length = sentences;
        sockets = await Promise.all(tokens.map((token) => VisitorSocket.open(relay, token)));
        for (const [place, socket] of sockets.entries()) attend(socket, place);
        return true;
      }
      case 'take': {
        const taken = figures;
        figures = { answers: 0, firstDraftMs: [], handedOver: 0 };
        return taken;
      }
      case 'rest':
        for (const { ws } of sockets) ws.terminate();
        return true;
    }
  };
  process.on('message', (order: Order) => {
    void carryOut(order).then((answer) => process.send?.(answer));
  });
  process.on('disconnect', () => process.exit());
  process.send?.(stub.url);
}

/** Writes an answer word by word, as models do. */
function write(reply: ModelReply, length: number, onComplete: (question: string) => void): void {
  const { question, passages } = JSON.parse(reply.body.messages.at(-1)?.content ?? '{}') as {
    question: string;
    passages: { id: string; text: string }[];
  };
  const id = passages.find(({ text }) => text.includes('4,90'))?.id ?? 'p0';
  const sentences = Array.from({ length }, (_, place) => SENTENCES[place % SENTENCES.length] ?? '');
  const tokens = sentences.flatMap((one) => [...one.split(/(?= )/), ` [${id}].`]);
  const first = tokens.findIndex((one) => one.endsWith('.'));
  let place = 0;
  const timer = setInterval(() => {
    if (place === first) onComplete(question.split('\n').at(-1) ?? '');
    const token = tokens[place++];
    if (token !== undefined)
      return reply.token(place > 1 && tokens[place - 2]?.endsWith('.') ? ` ${token}` : token);
    clearInterval(timer);
    reply.done();
  }, TOKEN_MS);
  void reply.closed.then(() => clearInterval(timer));
}
