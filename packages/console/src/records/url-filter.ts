import { useLocation } from '../state/location';

/** The filter of a list. It is part of the address, so that reloads and bookmarks keep it. */
export interface UrlFilter {
  /** The empty text if the filter is not set. */
  get(name: string): string;
  /** The empty text removes a filter. */
  set(changes: Readonly<Record<string, string>>): void;
}

export function useUrlFilter(): UrlFilter {
  const { path, query, route } = useLocation();
  return {
    get: (name) => query[name] ?? '',
    set: (changes) => {
      const kept = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '');
      const search = new URLSearchParams(kept).toString();
      route(search === '' ? path : `${path}?${search}`, true);
    },
  };
}

/** The query for the relay: empty fields are left out, and local times are converted to UTC. */
export function queryOf(filter: UrlFilter, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names
      .map((name) => [
        name,
        name === 'since' || name === 'until' ? utcOf(filter.get(name)) : filter.get(name).trim(),
      ])
      .filter(([, value]) => value !== ''),
  ) as Record<string, string>;
}

/** @param local value of a `datetime-local` field, such as `2026-11-23T08:30` */
export function utcOf(local: string): string {
  const atMs = Date.parse(local);
  return Number.isNaN(atMs) ? '' : new Date(atMs).toISOString();
}
