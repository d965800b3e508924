import { useLocation } from '../state/location';

/** What a list is narrowed to. It is in the address, so that a reload and a bookmark keep it. */
export interface UrlFilter {
  /** The empty text for what is not given. */
  get(name: string): string;
  /** The empty text takes one away. */
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

/** The fields that the relay gets: the empty ones are left out, and times of this place become UTC. */
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

/** @param local as a field for date and time has it, such as `2026-11-23T08:30` */
export function utcOf(local: string): string {
  const atMs = Date.parse(local);
  return Number.isNaN(atMs) ? '' : new Date(atMs).toISOString();
}
