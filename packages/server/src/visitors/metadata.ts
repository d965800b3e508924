const MAX_BYTES = 8192;
const MAX_KEYS = 64;
/** The outermost object counts as 1. */
const MAX_DEPTH = 5;
const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export type MetadataProblem =
  | 'not_an_object'
  | 'too_deep'
  | 'too_many_keys'
  | 'forbidden_key'
  | 'too_large';

/** The problems of a page's metadata; empty if there are none. */
export function checkMetadata(value: unknown): MetadataProblem[] {
  if (!isContainer(value) || Array.isArray(value)) return ['not_an_object'];
  // This check limits the depth, so it comes before anything recursive.
  const keys: string[] = [];
  if (!collectKeys(value, 1, keys)) return ['too_deep'];

  const problems: MetadataProblem[] = [];
  if (keys.length > MAX_KEYS) problems.push('too_many_keys');
  if (keys.some((key) => FORBIDDEN_KEYS.includes(key))) problems.push('forbidden_key');
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES) problems.push('too_large');
  return problems;
}

/** Collects all keys; false if the value is nested too deeply. */
function collectKeys(container: object, depth: number, keys: string[]): boolean {
  if (depth > MAX_DEPTH) return false;
  if (!Array.isArray(container)) keys.push(...Object.keys(container));
  return Object.values(container)
    .filter(isContainer)
    .every((child) => collectKeys(child, depth + 1, keys));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
