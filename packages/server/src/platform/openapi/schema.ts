import { isDeepStrictEqual } from 'node:util';
import type Joi from 'joi';
import { reference, type Direction, type JsonSchema, type NamedSchemas } from './document';
import { amendText, type Rule } from './schema-text';
import { SHARED_FIELDS } from './shared-fields';

/**
 * A Joi schema as JSON Schema 2020-12. Corrects Joi's own translation where it differs from what Joi checks.
 * Schemas with an `.id()` and shared fields become references to `named`, which receives them.
 * @throws {TypeError} if two different schemas have one id
 */
export function jsonSchemaOf(
  schema: Joi.Schema,
  direction: Direction,
  named: NamedSchemas,
): JsonSchema {
  sharedNames ??= new Map(
    Object.entries(SHARED_FIELDS).map(([name, field]) => [
      textOf(translate(field, { direction: 'input', named: {}, isRequired: false })),
      name,
    ]),
  );
  return translate(schema, { direction, named, isRequired: false, sharedNames });
}

/** The names of shared fields by the text of their schemas; made when first needed. */
let sharedNames: ReadonlyMap<string, string> | undefined;

function translate(schema: Joi.Schema, context: Context): JsonSchema {
  const { direction } = context;
  const translated = schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' });
  const copy = structuredClone(translated) as JsonSchema;
  delete copy['$defs']; // Joi lists a part of the schemas with an id there, and refers to none
  amend(copy, schema.describe() as Description, context);
  return copy;
}

interface Context {
  direction: Direction;
  named: NamedSchemas;
  /** Whether fields are required by default. */
  isRequired: boolean;
  sharedNames?: ReadonlyMap<string, string>;
}

/** The used part of `describe()`, which Joi does not type. */
interface Description {
  type?: string;
  flags?: { presence?: string; id?: string };
  preferences?: { presence?: string };
  rules?: Rule[];
  keys?: Record<string, Description>;
  items?: Description[];
  dependencies?: { rel: string; peers: string[] }[];
}

function amend(schema: JsonSchema, described: Description, context: Context): void {
  nameNull(schema);
  unwrapOnly(schema);
  amendText(schema, described.rules ?? [], context);
  if (described.keys) amendObject(schema, described, context);
  const [item] = described.items ?? [];
  const items = schema['items'];
  if (item && isSchema(items)) amend(items, item, context);
  const id = described.flags?.id ?? context.sharedNames?.get(textOf(withoutNull(schema)));
  if (id) refer(schema, id, context.named);
}

/** Moves a schema to the named ones, and leaves a reference. Null is allowed at the reference only. */
function refer(schema: JsonSchema, id: string, named: NamedSchemas): void {
  const whole = withoutNull(schema);
  const isNullable = whole['type'] !== schema['type'];
  if (id in named && !isDeepStrictEqual(named[id], whole)) {
    throw new TypeError(`two different schemas have the id ${id}`);
  }
  named[id] = { ...whole };
  for (const key of Object.keys(schema)) delete schema[key];
  const referred = reference('schemas', id);
  Object.assign(schema, isNullable ? { anyOf: [referred, { type: 'null' }] } : referred);
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return schema;
  return {
    ...schema,
    type: type.find((one) => one !== 'null'),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}

function textOf(schema: JsonSchema): string {
  return JSON.stringify(Object.entries(schema).toSorted(([a], [b]) => (a < b ? -1 : 1)));
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
