import { escape, inline } from './docs-page-text';
import type { JsonSchema, Parameter } from './document';

export function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) =>
    row(name, 0, required, [place, facts(schema), description ?? '']),
  );
  return table(rows);
}

export function fieldTable(schema: JsonSchema): string {
  const rows = fieldRows(schema, 0);
  return rows.length > 0 ? table(rows) : `<p class="soft">${escape(facts(schema))}</p>`;
}

const DEEPEST = 3;

function fieldRows(schema: JsonSchema, depth: number): string[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = (schema['required'] ?? []) as string[];
  return properties.flatMap(([name, property]) => [
    row(name, depth, required.includes(name), [
      facts(property),
      textOf(property['description'] ?? ''),
    ]),
    ...(depth < DEEPEST ? fieldRows((property['items'] as JsonSchema) ?? property, depth + 1) : []),
  ]);
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

function facts(schema: JsonSchema): string {
  const { type, enum: values, const: only, items } = schema;
  const of = items ? ` of ${facts(items as JsonSchema)}` : '';
  const allowed = [...((values as unknown[]) ?? []), ...(only === undefined ? [] : [only])];
  const bounds = BOUNDS.flatMap(([key, word]) => {
    const value = schema[key];
    // Joi says of every text that it isn't empty.
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
