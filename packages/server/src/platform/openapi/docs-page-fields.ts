import { escape, inline } from './docs-page-text';
import type { JsonSchema, Parameter, NamedSchemas } from './document';

export function parameterTable(parameters: Parameter[], named: NamedSchemas): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) =>
    row(name, 0, required, [place, facts(schema, named), description ?? '']),
  );
  return table(rows);
}

export function fieldTable(schema: JsonSchema, named: NamedSchemas): string {
  const rows = fieldRows(schema, named, 0);
  return rows.length > 0 ? table(rows) : `<p class="soft">${escape(facts(schema, named))}</p>`;
}

const DEEPEST = 3;

function fieldRows(schema: JsonSchema, named: NamedSchemas, depth: number): string[] {
  const parts = partsOf(schema, named);
  const required = new Set(parts.flatMap((part) => (part['required'] ?? []) as string[]));
  const properties = parts.flatMap((part) =>
    Object.entries((part['properties'] ?? {}) as Record<string, JsonSchema>),
  );
  return properties.flatMap(([name, property]) => [
    row(name, depth, required.has(name), [
      facts(property, named),
      textOf(property['description'] ?? ''),
    ]),
    ...(depth < DEEPEST
      ? fieldRows((property['items'] as JsonSchema) ?? property, named, depth + 1)
      : []),
  ]);
}

/** The objects whose fields a schema has altogether. */
function partsOf(schema: JsonSchema, named: NamedSchemas): JsonSchema[] {
  const whole = resolve(schema, named);
  const { allOf } = whole;
  return Array.isArray(allOf) ? allOf.flatMap((part: JsonSchema) => partsOf(part, named)) : [whole];
}

/** The schema that a reference names, also where null is allowed, too. */
function resolve(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const id = referredId(schema);
  return id === null ? schema : (named[id] ?? {});
}

function referredId({ $ref, anyOf }: JsonSchema): string | null {
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  const [first] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  return first ? referredId(first) : null;
}

export function row(name: string, depth: number, isRequired: boolean, notes: string[]): string {
  const mark = isRequired ? ' class="required"' : '';
  const text = notes.filter((note) => note !== '').map(inline);
  return `<tr><th scope="row" class="deep${depth}"><code${mark}>${escape(name)}</code></th><td>${text.join(' · ')}</td></tr>`;
}

export function table(rows: string[]): string {
  return `<div class="scroll"><table>${rows.join('')}</table></div>`;
}

const BOUNDS = [
  ['minimum', 'from'],
  ['maximum', 'to'],
  ['minLength', 'at least'],
  ['maxLength', 'at most'],
  ['maxItems', 'at most'],
  ['format', ''],
  ['pattern', ''],
  ['default', 'default'],
] as const;

function facts(schema: JsonSchema, named: NamedSchemas): string {
  const id = referredId(schema);
  if (id !== null) {
    const whole = named[id] ?? {};
    const shown = whole['type'] === 'object' ? id : facts(whole, named);
    return schema['anyOf'] ? `${shown} or null` : shown;
  }
  const { type, enum: values, const: only, items } = schema;
  const of = items ? ` of ${facts(items as JsonSchema, named)}` : '';
  const allowed = [...((values as unknown[]) ?? []), ...(only === undefined ? [] : [only])];
  const bounds = BOUNDS.flatMap(([key, word]) => {
    const value = schema[key];
    // Joi gives every text a minimum length of 1, which says nothing.
    if (value === undefined || (key === 'minLength' && value === 1)) return [];
    const shown = key === 'pattern' ? `\`${textOf(value)}\`` : textOf(value);
    return [word === '' ? shown : `${word} ${shown}`];
  });
  const head = [type].flat().filter(Boolean).join(' or ') + of;
  const choice = allowed.map((value) => `\`${String(value)}\``).join(', ');
  return [head, choice, ...bounds].filter((part) => part !== '').join(', ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
