import { createParser } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { askProvider, failed, type Failed, type ProviderAddress } from '../providers/ask-provider';

export interface ModelRequest {
  system: string;
  user: string;
  maxTokens: number;
}

export type ModelAnswer = { ok: true; text: string; tokens: number | null } | Failed;

const MAX_ANSWER_BYTES = 256 * 1024;

export interface AskOptions {
  signal: AbortSignal;
  /** Receives the whole text so far. Returns false to close the connection without the rest. */
  onText(text: string): boolean;
}

/** Asks once. Never rejects. Of what the model sends, only its text is in the result. */
export async function askModel(
  dispatcher: Dispatcher,
  address: ProviderAddress,
  { system, user, maxTokens }: ModelRequest,
  { signal, onText }: AskOptions,
): Promise<ModelAnswer> {
  return askProvider(dispatcher, address, {
    path: '/chat/completions',
    accept: 'text/event-stream',
    body: {
      model: address.model,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      max_tokens: maxTokens,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    },
    signal,
    read: (body) => readAnswer(body, onText),
  });
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
  // A cut answer may lack the part that matters, such as a condition.
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

/** Removes NUL, which no message may have. Surrogates are checked in the whole text: a pair may be split here. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}
