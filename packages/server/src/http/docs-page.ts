import { createHash } from 'node:crypto';
import { DOCS_PAGE_STYLE } from './docs-page-style';
import type {
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  ResponseObject,
} from './openapi-document';

export interface DocsPage {
  html: string;
  contentSecurityPolicy: string;
}

/** The document as one page that needs nothing else: no script, no font, no request. */
export function renderDocsPage(document: OpenApiDocument): DocsPage {
  const styleHash = createHash('sha256').update(DOCS_PAGE_STYLE).digest('base64');
  const contentSecurityPolicy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html: pageOf(document), contentSecurityPolicy };
}

interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

function pageOf(document: OpenApiDocument): string {
  const { info, tags, servers } = document;
  const entries = [
    ...entriesOf(document.paths, (path) => path),
    ...entriesOf(
      document.webhooks,
      (event) => `{callback_url_base}/api/v1/chat-callbacks/${event}`,
    ),
  ];
  const sections = tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)} ${escape(info.version)}</title>
<style>${DOCS_PAGE_STYLE}</style>
</head>
<body>
<nav aria-label="Operations">
${sections.map(({ name, entries: listed }) => navigation(name, listed)).join('\n')}
</nav>
<main>
<h1>${escape(info.title)}</h1>
<p class="soft">Version ${escape(info.version)} at ${escape(servers[0]?.url ?? '')} · <a href="/openapi.json">openapi.json</a></p>
<p>${inline(info.summary)} ${inline(info.description)}</p>
${sections
  .map(
    ({ name, description, entries: listed }) =>
      `<h2>${escape(name)}</h2>\n<p class="soft">${inline(description)}</p>\n` +
      listed.map((entry) => article(entry, document)).join('\n'),
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

function entriesOf(items: Record<string, PathItem>, nameOf: (key: string) => string): Entry[] {
  return Object.entries(items).flatMap(([key, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path: nameOf(key), operation })),
  );
}

function navigation(name: string, entries: Entry[]): string {
  const items = entries.map(
    ({ operation }) =>
      `<li><a href="#${escape(operation.operationId)}">${escape(operation.summary)}</a></li>`,
  );
  return `<strong>${escape(name)}</strong>\n<ul>${items.join('')}</ul>`;
}

function article({ method, path, operation }: Entry, document: OpenApiDocument): string {
  const { operationId, summary, description, security, requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(one, document));
  const body = requestBody?.content['application/json'];
  return `<article id="${escape(operationId)}">
<h3><a href="#${escape(operationId)}">${escape(summary)}</a></h3>
<p class="path"><span class="${escape(method)}">${escape(method.toUpperCase())}</span> ${escape(path)}</p>
${description ? `<p>${inline(description)}</p>` : ''}
<p class="soft">${access(security)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(parameters)}` : ''}
${body ? `<h4>Body</h4>${fieldTable(body.schema)}` : ''}
${Object.entries(responses)
  .map(([status, response]) => responseOf(status, resolve<ResponseObject>(response, document)))
  .join('\n')}
</article>`;
}

function access(security: Operation['security']): string {
  const schemes = security.map((requirement) => Object.keys(requirement).join(' + '));
  return schemes.length > 0 ? `Needs <code>${escape(schemes.join(', '))}</code>` : 'Public';
}

/** A success shows its fields; of an error its codes are enough, as all have one shape. */
function responseOf(status: string, { description, content }: ResponseObject): string {
  const schema = Object.values(content ?? {})[0]?.schema;
  const isSuccess = status.startsWith('2');
  const data = (schema?.['properties'] as Record<string, JsonSchema> | undefined)?.['data'];
  const shown = isSuccess ? (data ?? schema) : undefined;
  return `<h4>${escape(status)}${data && isSuccess ? ' data' : ''}</h4><p>${inline(description)}</p>${
    shown ? fieldTable(shown) : ''
  }`;
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) =>
    row(name, 0, required, [place, facts(schema), description ?? '']),
  );
  return table(rows);
}

function fieldTable(schema: JsonSchema): string {
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
      String(property['description'] ?? ''),
    ]),
    ...(depth < DEEPEST ? fieldRows((property['items'] as JsonSchema) ?? property, depth + 1) : []),
  ]);
}

function row(name: string, depth: number, isRequired: boolean, notes: string[]): string {
  const mark = isRequired ? ' class="required"' : '';
  const text = notes.filter((note) => note !== '').map(inline);
  return `<tr><th scope="row" class="deep${depth}"><code${mark}>${escape(name)}</code></th><td>${text.join(' · ')}</td></tr>`;
}

function table(rows: string[]): string {
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
    const shown = key === 'pattern' ? `\`${String(value)}\`` : String(value);
    return [word === '' ? shown : `${word} ${shown}`];
  });
  const head = [type].flat().filter(Boolean).join(' or ') + of;
  const choice = allowed.map((value) => `\`${String(value)}\``).join(', ');
  return [head, choice, ...bounds].filter((part) => part !== '').join(', ');
}

function resolve<T>(value: T | Reference, document: OpenApiDocument): T {
  if (!isReference(value)) return value;
  const [kind = '', name = ''] = value.$ref.split('/').slice(2);
  const found = (document.components as unknown as Record<string, Record<string, T>>)[kind]?.[name];
  if (found === undefined) throw new TypeError(`${value.$ref} leads nowhere`);
  return found;
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$ref' in value;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Escaped text, of which what stands between backticks is code. */
function inline(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
