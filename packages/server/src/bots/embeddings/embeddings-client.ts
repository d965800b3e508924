import type { Dispatcher } from 'undici';
import { askProvider, failed, type Failed, type ProviderAddress } from '../providers/ask-provider';

export type Embedded = { ok: true; vectors: Int8Array[]; tokens: number | null } | Failed;

/** The largest response. JSON of this size is parsed in a few milliseconds. */
const MAX_BYTES = 1024 * 1024;
const MAX_DIMENSIONS = 4096;
/** How many numbers fit into `MAX_BYTES`, however many decimals each has. */
export const MAX_NUMBERS = 32_768;

/** Asks once for a vector of each text. Never rejects. */
export function askEmbeddings(
  dispatcher: Dispatcher,
  address: ProviderAddress,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  return askProvider<Embedded>(dispatcher, address, {
    path: '/embeddings',
    accept: 'application/json',
    body: { model: address.model, input: texts, encoding_format: 'float' },
    signal,
    read: async (body) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body) {
        size += chunk.length;
        if (size > MAX_BYTES) return failed('broken');
        chunks.push(chunk);
      }
      return readResponse(Buffer.concat(chunks).toString(), texts.length) ?? failed('broken');
    },
  });
}

interface Response {
  data?: unknown;
  usage?: { total_tokens?: unknown } | null;
}

/** Null unless the response has one vector for each text, all of one length. */
function readResponse(json: string, count: number): Embedded | null {
  let response: Response | null;
  try {
    response = JSON.parse(json) as Response | null;
  } catch {
    return null;
  }
  const data: unknown = response?.data;
  if (!Array.isArray(data) || data.length !== count) return null;
  const vectors: Int8Array[] = [];
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    const vector = toBytes(embedding);
    if (!vector || !Number.isInteger(index) || vectors[Number(index)]) return null;
    vectors[Number(index)] = vector;
  }
  const length = vectors[0]?.length;
  for (let place = 0; place < count; place++) if (vectors[place]?.length !== length) return null;
  const used = response?.usage?.total_tokens;
  const tokens = Number.isSafeInteger(used) && Number(used) >= 0 ? Number(used) : null;
  return { ok: true, vectors, tokens };
}

/** One signed byte per dimension: precise enough for the direction, which alone counts. Null for a zero vector. */
function toBytes(numbers: unknown): Int8Array | null {
  if (!Array.isArray(numbers) || numbers.length === 0 || numbers.length > MAX_DIMENSIONS) {
    return null;
  }
  let largest = 0;
  for (const value of numbers as unknown[]) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return null;
    largest = Math.max(largest, Math.abs(value));
  }
  if (largest === 0) return null;
  return Int8Array.from(numbers as number[], (value) => Math.round((value / largest) * 127));
}
