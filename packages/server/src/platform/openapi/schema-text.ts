import { UNREADABLE } from '../readable';
import { reference, type JsonSchema, type Direction, type NamedSchemas } from './document';

/** A rule of a text, as Joi describes it. */
export interface Rule {
  name: string;
  args?: Record<string, unknown>;
}

/** Corrects the schema of a text: its bounds in bytes, its patterns, and its shortest length. */
export function amendText(
  schema: JsonSchema,
  rules: readonly Rule[],
  { direction, named }: { direction: Direction; named: NamedSchemas },
): void {
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) {
    // The text has other bounds next to some values of another field: each of these schemas repeats the rules.
    for (const one of anyOf as JsonSchema[]) amendText(one, rules, { direction, named });
    return;
  }
  const inBytes: string[] = [];
  for (const { name, args = {} } of rules) {
    if (args['encoding'] !== 'utf8') continue;
    inBytes.push(`${name === 'min' ? 'at least' : 'at most'} ${String(args['limit'])}`);
    // A character has one to four bytes, so the upper bound still holds and the lower one doesn't.
    if (name === 'min') delete schema['minLength'];
  }
  if (inBytes.length > 0) schema['description'] = `UTF-8 bytes: ${inBytes.join(', ')}.`;
  amendPatterns(schema, rules, named);
  // Joi gives every text a shortest length of 1. A client does not need it in responses, and a pattern implies it.
  const isSaid = direction === 'output' || 'pattern' in schema || 'format' in schema;
  if (isSaid && schema['minLength'] === 1) delete schema['minLength'];
}

/** States the patterns again, because Joi translates one that must not match into one that must. */
function amendPatterns(schema: JsonSchema, rules: readonly Rule[], named: NamedSchemas): void {
  const patterns = rules.filter(({ name }) => name === 'pattern').map(patternOf);
  if (patterns.length === 0) return;
  for (const key of ['pattern', 'allOf']) delete schema[key];
  // JSON Schema has no flags. Without the i flag the pattern would refuse valid values, so it is left out.
  const stated = patterns.filter(({ flags }) => !flags.includes('i'));
  const wanted = stated.filter(({ isInverted }) => !isInverted).map(({ pattern }) => ({ pattern }));
  const unwanted = stated
    .filter(({ isInverted }) => isInverted)
    .map(({ pattern }) => unwantedText(pattern, named));
  if (wanted.length > 0) Object.assign(schema, wanted.length === 1 ? wanted[0] : { allOf: wanted });
  if (unwanted.length > 0) {
    schema['not'] = unwanted.length === 1 ? unwanted[0] : { anyOf: unwanted };
  }
}

function patternOf({ args = {} }: Rule) {
  const text = String(args['regex']);
  const end = text.lastIndexOf('/');
  const { invert = false } = (args['options'] ?? {}) as { invert?: boolean };
  return { pattern: text.slice(1, end), flags: text.slice(end + 1), isInverted: invert };
}

/** The pattern of unreadable text is long and in many fields: it is stated once. */
function unwantedText(pattern: string, named: NamedSchemas): JsonSchema {
  const schema = { type: 'string', pattern };
  if (pattern !== UNREADABLE.source) return schema;
  named['UnreadableText'] = schema;
  return { ...reference('schemas', 'UnreadableText') };
}
