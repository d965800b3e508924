import type { Refusal } from './refusal';

/** The relay's HTTP API as the desk uses it. `get` and `post` resolve to the envelope's `data`. */
export interface DeskApi {
  get<Data>(route: string, options?: { query?: Record<string, string | number> }): Promise<Data>;
  post<Data>(route: string, body?: object): Promise<Data>;
  /** What a failure of `get` or `post` means; null for a mistake of the program. */
  explain(error: unknown): Refusal | null;
}
