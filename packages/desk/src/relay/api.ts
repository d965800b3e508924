import type { ResponseTo, RouteName } from '@chat-relay/server/wire';
import type { Refusal } from './refusal';

/** The relay's HTTP API as the desk uses it. `get` and `post` resolve to the envelope's `data`. */
export interface DeskApi {
  get<Name extends RouteName>(
    route: Name,
    options?: { query?: Record<string, string | number> },
  ): Promise<ResponseTo<Name>>;
  post<Name extends RouteName>(route: Name, body?: object): Promise<ResponseTo<Name>>;
  /** Explains why `get` or `post` failed; null for a programming error. */
  explain(error: unknown): Refusal | null;
}
