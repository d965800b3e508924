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
  /** What a failure of `get` or `post` means; null for a mistake of the program. */
  explain(error: unknown): Refusal | null;
}
