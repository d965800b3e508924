import { createParser } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { SECOND } from '../../platform/clock';

/** An OpenAI-compatible model. */
export interface ModelAddress {
  /** Where `/chat/completions` is appended. */
  url: string;
  apiKey: string;
  model: string;
}

export interface ModelRequest {
  system: string;
  user: string;
  maxTokens: number;
}

export type ModelAnswer =
  | { ok: true; text: string; tokens: number | null }
  | {
      ok: false;
      why: 'timeout' | 'unreachable' | 'refused' | 'broken';
      retryAfterMs: number | null;
    };

const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_RETRY_AFTER_MS = 600 * SECOND;

export interface AskOptions {
  signal: AbortSignal;
  /** Gets the whole text so far. False: the rest is not wanted, and the connection is closed. */
  onText(text: string): boolean;
}

/** Asks once. Never rejects; nothing that the model sends is in what it returns but its text. */
export async function askModel(
  dispatcher: Dispatcher,
  { url, apiKey, model }: ModelAddress,
  { system, user, maxTokens }: ModelRequest,
  { signal, onText }: AskOptions,
): Promise<ModelAnswer> {
  const target = new URL(`${withoutSlash(url)}/chat/completions`);
  try {
    const answer = await dispatcher.request({
      origin: target.origin,
      path: target.pathname,
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'accept-encoding': 'identity',
      },
      body: JSON.stringify({
        model,
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0,
        max_tokens: maxTokens,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      }),
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    answer.body.on('error', () => {}); // closing it early is no failure; the loop throws all others
    if (answer.statusCode !== 200) {
      answer.body.destroy();
      return failed('refused', retryAfterMs(answer.headers['retry-after']));
    }
    return await readAnswer(answer.body as AsyncIterable<Buffer>, onText);
  } catch {
    return failed(signal.aborted ? 'timeout' : 'unreachable');
  }
}

async function readAnswer(
  body: AsyncIterable<Buffer>,
  onText: AskOptions['onText'],
): Promise<ModelAnswer> {
  let text = '';
  let tokens: number | null = null;
  let isDone = false;
  let isBroken = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') {
        isDone = true;
        return;
      }
      const chunk = readChunk(data);
      if (!chunk || chunk.end === 'other') isBroken = true;
      text += chunk?.text ?? '';
      tokens = chunk?.tokens ?? tokens;
      isDone ||= chunk?.end === 'stop';
    },
  });
  const decoder = new TextDecoder();
  let size = 0;
  let length = 0;
  for await (const bytes of body) {
    size += bytes.length;
    if (size > MAX_ANSWER_BYTES) return failed('broken');
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (isBroken) return failed('broken');
    if (text.length === length) continue;
    length = text.length;
    if (!onText(text)) return { ok: true, text, tokens };
  }
  // Half an answer may lack the half that matters.
  return isDone ? { ok: true, text, tokens } : failed('broken');
}

interface Chunk {
  choices?: { delta?: { content?: unknown }; finish_reason?: unknown }[];
  usage?: { total_tokens?: unknown } | null;
}

interface ReadChunk {
  text: string;
  tokens: number | null;
  /** `other`: cut off at `max_tokens`, or a call of a tool. */
  end: 'stop' | 'other' | null;
}

function readChunk(data: string): ReadChunk | null {
  let chunk: Chunk | null;
  try {
    chunk = JSON.parse(data) as Chunk | null;
  } catch {
    return null;
  }
  if (typeof chunk !== 'object' || chunk === null) return null;
  const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  const content = choice?.delta?.content;
  const used = chunk.usage?.total_tokens;
  const reason = choice?.finish_reason ?? null;
  return {
    text: typeof content === 'string' ? storable(content) : '',
    tokens: Number.isSafeInteger(used) && Number(used) >= 0 ? Number(used) : null,
    end: reason === null ? null : reason === 'stop' ? 'stop' : 'other',
  };
}

/** NUL is in no message. A pair of surrogates may come in two parts, so those are checked in the whole text. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}

function retryAfterMs(header: string | string[] | undefined): number | null {
  const seconds = Number([header].flat()[0] ?? NaN);
  return seconds > 0 ? Math.min(seconds * SECOND, MAX_RETRY_AFTER_MS) : null;
}

function failed(
  why: 'timeout' | 'unreachable' | 'refused' | 'broken',
  after: number | null = null,
) {
  return { ok: false, why, retryAfterMs: after } as const;
}

function withoutSlash(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === '/') end--;
  return url.slice(0, end);
}
