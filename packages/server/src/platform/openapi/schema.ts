import { isDeepStrictEqual } from 'node:util';
import type Joi from 'joi';
import { reference, type JsonSchema } from './document';

/** Requests allow no unknown fields. Responses may get more fields, which clients ignore. */
export type Direction = 'input' | 'output';

/** Schemas that the document states once and refers to by name. */
export type NamedSchemas = Record<string, JsonSchema>;

/**
 * A Joi schema as JSON Schema 2020-12. Corrects Joi's own translation where it differs from what Joi checks.
 * Schemas with an `.id()` become references to `named`, which receives them.
 * @throws {TypeError} if two different schemas have one id
 */
export function jsonSchemaOf(
  schema: Joi.Schema,
  direction: Direction,
  named: NamedSchemas,
): JsonSchema {
  const translated = schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' });
  const copy = structuredClone(translated) as JsonSchema;
  delete copy['$defs']; // Joi lists a part of the schemas with an id there, and refers to none
  amend(copy, schema.describe() as Description, { direction, named, isRequired: false });
  return copy;
}

interface Context {
  direction: Direction;
  named: NamedSchemas;
  /** Whether fields are required by default. */
  isRequired: boolean;
}

/** The used part of `describe()`, which Joi does not type. */
interface Description {
  type?: string;
  flags?: { presence?: string; id?: string };
  preferences?: { presence?: string };
  rules?: { name: string; args?: Record<string, unknown> }[];
  keys?: Record<string, Description>;
  items?: Description[];
  dependencies?: { rel: string; peers: string[] }[];
}

function amend(schema: JsonSchema, described: Description, context: Context): void {
  nameNull(schema);
  unwrapOnly(schema);
  amendText(schema, described);
  if (described.keys) amendObject(schema, described, context);
  const [item] = described.items ?? [];
  const items = schema['items'];
  if (item && isSchema(items)) amend(items, item, context);
  if (described.flags?.id) refer(schema, described.flags.id, context.named);
}

/** Moves a schema to the named ones, and leaves a reference. Null is allowed at the reference only. */
function refer(schema: JsonSchema, id: string, named: NamedSchemas): void {
  const { type, ...rest } = schema;
  const isNullable = Array.isArray(type) && type.includes('null');
  const whole = { type: isNullable ? type.find((one) => one !== 'null') : type, ...rest };
  if (id in named && !isDeepStrictEqual(named[id], whole)) {
    throw new TypeError(`two different schemas have the id ${id}`);
  }
  named[id] = whole;
  for (const key of Object.keys(schema)) delete schema[key];
  const referred = reference('schemas', id);
  Object.assign(schema, isNullable ? { anyOf: [referred, { type: 'null' }] } : referred);
}

/** Adds null to an enum that allows it. Joi adds it to the type only, so the enum would refuse it. */
function nameNull(schema: JsonSchema): void {
  const { type, enum: values } = schema;
  if (!Array.isArray(type) || !type.includes('null') || !Array.isArray(values)) return;
  if (!values.includes(null)) values.push(null);
}

/** Unwraps an `anyOf` with one schema, which Joi writes for a field that depends on another. */
function unwrapOnly(schema: JsonSchema): void {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 1) return;
  delete schema['anyOf'];
  Object.assign(schema, anyOf[0], schema);
}

function amendText(schema: JsonSchema, { rules = [] }: Description): void {
  const inBytes: string[] = [];
  for (const { name, args = {} } of rules) {
    if (name === 'pattern') amendPattern(schema, args);
    if (args['encoding'] !== 'utf8') continue;
    inBytes.push(`${name === 'min' ? 'at least' : 'at most'} ${String(args['limit'])}`);
    // A character has one to four bytes, so the upper bound still holds and the lower one doesn't.
    if (name === 'min') delete schema['minLength'];
  }
  if (inBytes.length > 0) schema['description'] = `UTF-8 bytes: ${inBytes.join(', ')}.`;
}

function amendPattern(schema: JsonSchema, args: Record<string, unknown>): void {
  const { invert } = (args['options'] ?? {}) as { invert?: boolean };
  const flags = String(args['regex']).replace(/^.*\//s, '');
  if (invert) {
    schema['not'] = { type: 'string', pattern: schema['pattern'] };
    delete schema['pattern'];
  }
  // JSON Schema has no flags. Without the i flag the pattern would refuse valid values, so it is left out.
  if (flags.includes('i')) delete schema['pattern'];
}

function amendObject(schema: JsonSchema, described: Description, context: Context): void {
  const { keys = {}, dependencies = [], preferences } = described;
  const { direction } = context;
  const isRequired = preferences?.presence
    ? preferences.presence === 'required'
    : context.isRequired;
  const properties = schema['properties'] as Record<string, JsonSchema>;
  const required = Object.entries(keys)
    .filter(([, { flags }]) => (flags?.presence ?? (isRequired && 'required')) === 'required')
    .map(([key]) => key);
  if (required.length > 0) schema['required'] = required;
  if (direction === 'output') delete schema['additionalProperties'];
  for (const { rel, peers } of dependencies) {
    if (rel === 'xor') schema['oneOf'] = peers.map((peer) => ({ required: [peer] }));
    if (rel === 'and') {
      schema['dependentRequired'] = Object.fromEntries(
        peers.map((peer) => [peer, peers.filter((other) => other !== peer)]),
      );
    }
  }
  for (const [key, child] of Object.entries(keys)) {
    const property = properties[key];
    if (property) amend(property, child, { ...context, isRequired });
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
