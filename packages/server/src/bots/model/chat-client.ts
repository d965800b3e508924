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

/** Asks once and reads the whole answer. Never rejects; nothing that the model sends is in what it returns but its text. */
export async function askModel(
  dispatcher: Dispatcher,
  { url, apiKey, model }: ModelAddress,
  { system, user, maxTokens }: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const target = new URL(url.replace(/\/+$/, '') + '/chat/completions');
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
    return await readAnswer(answer.body as AsyncIterable<Buffer>);
  } catch {
    return failed(signal.aborted ? 'timeout' : 'unreachable');
  }
}

async function readAnswer(body: AsyncIterable<Buffer>): Promise<ModelAnswer> {
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
      if (!chunk) isBroken = true;
      text += chunk?.text ?? '';
      tokens = chunk?.tokens ?? tokens;
      isDone ||= chunk?.isLast ?? false;
    },
  });
  const decoder = new TextDecoder();
  let size = 0;
  for await (const bytes of body) {
    size += bytes.length;
    if (size > MAX_ANSWER_BYTES) return failed('broken');
    parser.feed(decoder.decode(bytes, { stream: true }));
  }
  // Half an answer may lack the half that matters.
  return isDone && !isBroken ? { ok: true, text, tokens } : failed('broken');
}

interface Chunk {
  choices?: { delta?: { content?: unknown }; finish_reason?: unknown }[];
  usage?: { total_tokens?: unknown } | null;
}

function readChunk(data: string): { text: string; tokens: number | null; isLast: boolean } | null {
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
  // `length`: cut at max_tokens, so it never counts as whole.
  return {
    text: typeof content === 'string' ? content : '',
    tokens: Number.isSafeInteger(used) && Number(used) >= 0 ? Number(used) : null,
    isLast: choice?.finish_reason === 'stop',
  };
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
