import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the model received. */
export interface AskedOfModel {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    stream?: boolean;
    max_tokens?: number;
    tools?: unknown;
    messages: { role: string; content: string }[];
  };
}

/** One answer of a model, which the test writes token by token. */
export interface ModelReply extends AskedOfModel {
  /** The next part of the text. */
  token(text: string): void;
  /** The text in parts of a few characters, then the end. */
  say(text: string): void;
  /** Ends the answer as the protocol wants it. */
  done(reason?: string, totalTokens?: number): void;
  /** Writes any bytes, also invalid ones. */
  raw(text: string): void;
  /** Responds with an error status. */
  refuse(status: number, headers?: Record<string, string>): void;
  breakOff(): void;
  /** Resolves when the relay has closed the connection, or the response has ended. */
  closed: Promise<void>;
}

export interface ModelStub {
  /** The base URL: the relay appends `/chat/completions`. */
  url: string;
  asked: AskedOfModel[];
  next(): Promise<ModelReply>;
  /** Handles all further requests; null lets `next` return them again. */
  always(answer: ((reply: ModelReply) => void) | null): void;
  close(): Promise<void>;
}

const MODEL = 'stub-1';

/** A server that speaks the OpenAI-compatible protocol for streamed chat completions. */
export async function startModelStub(): Promise<ModelStub> {
  const asked: AskedOfModel[] = [];
  const replies: ModelReply[] = [];
  const waiting: ((reply: ModelReply) => void)[] = [];
  let always: ((reply: ModelReply) => void) | null = null;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as AskedOfModel['body'];
      const one = { path: req.url ?? '', authorization: req.headers.authorization, body };
      asked.push(one);
      const reply = replyOf(one, res);
      const wanted = always ?? waiting.shift();
      if (wanted) wanted(reply);
      else replies.push(reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    next: () => {
      const known = replies.shift();
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.push(resolve));
    },
    always: (answer) => void (always = answer),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function replyOf(asked: AskedOfModel, res: ServerResponse): ModelReply {
  const chunk = (more: object): void => {
    if (!res.headersSent) res.writeHead(200, { 'content-type': 'text/event-stream' });
    const data = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: MODEL, ...more };
    res.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const choice = (delta: object, reason: string | null = null): void =>
    chunk({ choices: [{ index: 0, delta, finish_reason: reason }] });
  const token = (content: string): void => choice({ role: 'assistant', content });
  const done = (reason = 'stop', total = 42): void => {
    choice({}, reason);
    const usage = { prompt_tokens: total - 2, completion_tokens: 2, total_tokens: total };
    chunk({ choices: [], usage });
    res.end('data: [DONE]\n\n');
  };
  return {
    ...asked,
    token,
    say: (text) => {
      for (const part of text.match(/[\s\S]{1,7}/g) ?? []) token(part);
      done();
    },
    done,
    raw: (text) => {
      if (!res.headersSent) res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write(text);
    },
    refuse: (status, headers = {}) => {
      res.writeHead(status, { 'content-type': 'application/json', ...headers });
      res.end('{"error":{"message":"refused"}}');
    },
    breakOff: () => void res.destroy(),
    closed: new Promise((resolve) => res.on('close', () => resolve())),
  };
}
