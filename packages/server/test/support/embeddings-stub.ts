import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';

/** A request that the embedding model received. */
export interface AskedForVectors {
  path: string;
  authorization: string | undefined;
  body: { model: string; input: string[]; encoding_format?: string };
}

export interface EmbeddingsStub {
  /** The base URL: the relay appends `/embeddings`. */
  url: string;
  asked: AskedForVectors[];
  /** The texts that it was asked about so far. */
  texts(): string[];
  /** Answers everything from now on in another way; null: with vectors again. */
  always(answer: ((asked: AskedForVectors, res: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

const DIMENSIONS = 512;

/**
 * A server that speaks the OpenAI-compatible protocol for embeddings. Its vectors are hashes of words and their parts,
 * with synonyms hashed as one word: texts are similar if they share words or synonyms.
 */
export async function startEmbeddingsStub(
  synonyms: readonly (readonly string[])[] = [],
): Promise<EmbeddingsStub> {
  const asked: AskedForVectors[] = [];
  const vectorOf = createVectors(synonyms);
  let always: ((asked: AskedForVectors, res: ServerResponse) => void) | null = null;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as AskedForVectors['body'];
      const one = { path: req.url ?? '', authorization: req.headers.authorization, body };
      asked.push(one);
      if (always) return always(one, res);
      answerVectors(res, body.input.map(vectorOf));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    texts: () => asked.flatMap(({ body }) => body.input),
    always: (answer) => void (always = answer),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function answerVectors(res: ServerResponse, vectors: readonly (readonly number[])[]): void {
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  const total_tokens = vectors.length * 7;
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ object: 'list', model: 'stub', data, usage: { total_tokens } }));
}

const PIECE = 4;
/** Words that mean nothing on their own, in the four languages of the question set. */
const EMPTY = new Set(
  `a ai al alors am an and any are as at au auch auf aus aux avec avez be bei beim bin bis but by ca can ce cela ces cette
   como con cual cuando cuanto cuanta cuantos cuantas da dans darf das de dem den der des do does du donde e ein eine einem
   einen einer el elle en er es esta este est et etre eso fait faire for from fur ganz gibt haben hace han has hat have hay
   how i ich if il ils im in is ist it j je kann kein keine konnen la las le les leur lo los ma mais man me mein meine meinen
   mi mich mir mit mon muss my n nach ne nicht no noch nous nos not o ob oder of on or ou our par para pas pero per peut por
   pour puede puedo pueden qu que quel quelle quels quelles qui quien quand que quiero s sans se si sie sein sera ses sich sin
   sind so son sont sur su sus t tengo tiene than that the their them there they this to tu un una une uns und us y vom von
   vor vos votre vous was wann we wenn wer werden what when where which who wie will wird wir with wo you your zu zum zur`.split(
    /\s+/,
  ),
);

function createVectors(synonyms: readonly (readonly string[])[]): (text: string) => number[] {
  const meanings = new Map(
    synonyms.flatMap((words) => words.map((word) => [fold(word), fold(words[0]!)] as const)),
  );
  return (text) => {
    const vector = Array.from({ length: DIMENSIONS }, () => 0);
    const add = (piece: string, weight: number): void => {
      const hash = createHash('md5').update(piece).digest().readUInt32BE(0);
      vector[hash % DIMENSIONS]! += weight * (hash & 0x10000 ? 1 : -1);
    };
    for (const word of new Set(fold(text).match(/[\p{L}\p{N}]+/gu))) {
      if (EMPTY.has(word)) continue;
      const known = meanings.get(word);
      const meaning = known ?? word;
      add(`=${meaning}`, known === undefined ? 1 : 2);
      if (meaning.length <= PIECE) continue;
      const padded = `^${meaning}$`;
      const pieces = padded.length - PIECE + 1;
      for (let at = 0; at < pieces; at++)
        add(padded.slice(at, at + PIECE), 1.5 / Math.sqrt(pieces));
    }
    if (!vector.some(Boolean)) vector[0] = 1;
    return vector;
  };
}

function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
