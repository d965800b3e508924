// Replacements for built-ins that libraries of old pages overwrite. The linter refuses the built-ins themselves.

/** `JSON.stringify`, though Prototype.js 1.6 has given arrays a `toJSON` that makes them strings. */
export function toJson(value: unknown): string {
  // oxlint-disable-next-line no-restricted-properties -- the replacer undoes what such a `toJSON` has done
  return JSON.stringify(value, function (this: Record<string, unknown>, key, given: unknown) {
    const raw = this[key] as { toJSON?: unknown } | null | undefined;
    const toJSON = raw?.toJSON;
    return toJSON === ([] as typeof raw)?.toJSON || toJSON === ({} as typeof raw)?.toJSON
      ? raw
      : given;
  });
}

/** `Date.parse`, which is another function on pages with Date.js, and returns null for our dates. */
export function toTime(date: string): number {
  return new Date(date).getTime();
}
