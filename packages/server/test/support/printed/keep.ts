import { appendFileSync } from 'node:fs';
import { format } from 'node:util';
import { printedFile } from './file';
import { noteSecret, noteSecretHeaders, noteSecretsIn } from './notes';

// Once in a process, which many test files share: its output is kept, and its secrets are noted.
keepOutput(process.stdout);
keepOutput(process.stderr);
keepConsole();
globalThis.fetch = watched(globalThis.fetch);

export function keep(chunk: string | Uint8Array): void {
  const file = printedFile('log');
  if (file !== null) appendFileSync(file, chunk);
}

function keepOutput(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: []) => boolean;
  stream.write = (chunk: string | Uint8Array, ...rest: []) => {
    keep(chunk);
    return write(chunk, ...rest);
  };
}

/** vitest's console writes to neither of the two. */
function keepConsole(): void {
  for (const name of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const say = console[name].bind(console);
    console[name] = (...words: unknown[]) => {
      keep(`${format(...words)}\n`);
      say(...words);
    };
  }
}

function watched(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input.clone() : null;
    noteSecretHeaders(new Headers(init?.headers ?? request?.headers));
    const url = input instanceof Request ? input.url : input;
    noteSecret('token', new URL(url).searchParams.get('token'));
    if (typeof init?.body === 'string') noteSecretsIn(parsed(init.body));
    else void request?.text().then(parsed).then(noteSecretsIn, ignore);
    const response = await fetch(input, init);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    // Not awaited: a body that never ends is its reader's matter.
    if (isJson) void response.clone().text().then(parsed).then(noteSecretsIn, ignore);
    return response;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function ignore(): void {}
