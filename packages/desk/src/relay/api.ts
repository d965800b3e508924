import type { ResponseTo } from '@chat-relay/server/wire';
import type { Refusal } from './refusal';

/** The relay's HTTP API as the desk uses it. `get` and `post` resolve to the envelope's `data`. */
export interface DeskApi {
  get<Data = unknown, Name extends string = string>(
    route: Name,
    options?: { query?: Record<string, string | number> },
  ): Promise<ResponseTo<Name, Data>>;
  post<Data = unknown, Name extends string = string>(
    route: Name,
    body?: object,
  ): Promise<ResponseTo<Name, Data>>;
  /** Explains why `get` or `post` failed; null for a programming error. */
  explain(error: unknown): Refusal | null;
}
