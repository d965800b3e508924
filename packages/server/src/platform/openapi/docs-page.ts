import { createHash } from 'node:crypto';
import { fieldTable, parameterTable, row, table } from './docs-page-fields';
import { DOCS_PAGE_STYLE } from './docs-page-style';
import { escape, inline } from './docs-page-text';
import type {
  OpenApiDocument,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  ResponseObject,
  Security,
  NamedSchemas,
} from './document';
import { dataIn } from './enveloped';

export interface DocsPage {
  html: string;
  contentSecurityPolicy: string;
}

/** Renders the document as one page without scripts, fonts or further requests. */
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
  const { operationId, summary, description, requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).map((one) => resolve<Parameter>(one, document));
  const body =
    requestBody && resolve<RequestBody>(requestBody, document).content['application/json'];
  return `<article id="${escape(operationId)}">
<h3><a href="#${escape(operationId)}">${escape(summary)}</a></h3>
<p class="path"><span class="${escape(method)}">${escape(method.toUpperCase())}</span> ${escape(path)}</p>
${description ? `<p>${inline(description)}</p>` : ''}
<p class="soft">${access(operation.security ?? document.security)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(parameters, document.components.schemas)}` : ''}
${body ? `<h4>Body</h4>${fieldTable(body.schema, document.components.schemas)}` : ''}
${responsesOf(
  Object.entries(responses).map(([status, one]) => [
    status,
    resolve<ResponseObject>(one, document),
  ]),
  document.components.schemas,
)}
</article>`;
}

function access(security: Security): string {
  const schemes = security.map((requirement) => Object.keys(requirement).join(' + '));
  return schemes.length > 0 ? `Needs <code>${escape(schemes.join(', '))}</code>` : 'Public';
}

/** A success lists its fields. An error lists only its codes: all errors have one shape. */
function responsesOf(
  responses: [status: string, response: ResponseObject][],
  named: NamedSchemas,
): string {
  const isGood = ([status]: [string, unknown]): boolean => /^[123]/.test(status);
  const errors = responses.filter((response) => !isGood(response));
  return [
    ...responses.filter(isGood).map(([status, response]) => success(status, response, named)),
    ...(errors.length > 0
      ? [
          `<h4>Errors</h4>${table(errors.map(([status, { description }]) => row(status, 0, false, [description])))}`,
        ]
      : []),
  ].join('\n');
}

function success(
  status: string,
  { description, content }: ResponseObject,
  named: NamedSchemas,
): string {
  const schema = Object.values(content ?? {})[0]?.schema;
  const data = dataIn(schema);
  const shown = data ?? schema;
  return `<h4>${escape(status)}${data ? ' data' : ''}</h4><p>${inline(description)}</p>${
    shown ? fieldTable(shown, named) : ''
  }`;
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
