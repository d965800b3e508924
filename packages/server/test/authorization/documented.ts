import Ajv2020 from 'ajv/dist/2020';
import { expect } from 'vitest';
import type { Route } from '../../src/platform/http/route';
import type {
  OpenApiDocument,
  Operation,
  Reference,
  RequestBody,
  ResponseObject,
} from '../../src/platform/openapi/document';
import type { Fields, Reply } from './route-call';

/** The root of the document in references of the validator. */
const ROOT = 'relay';

interface Exchange {
  /** The fields in the body of the request; null where it has none. */
  body: Fields | null;
  reply: Reply;
}

/** Expects the relay at `url` to have taken and sent what its OpenAPI document says. */
export async function expectDocumented(
  url: string,
  route: Route,
  { body, reply }: Exchange,
): Promise<void> {
  const { document, check } = await (checkers.get(url) ?? readChecker(url));
  const path = `/api/v1${route.path}`;
  const method = route.method === 'GET' ? 'get' : 'post';
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not documented`);
  const at = `/paths/${path.replaceAll('/', '~1')}/${method}`;
  const status = String(reply.status) in operation.responses ? String(reply.status) : 'default';
  check(`${at}/responses/${status}`, operation.responses[status]!, JSON.parse(reply.text));
  if (reply.status >= 300) {
    expect(describes(document, operation, status), `${reply.status} ${reply.code}`).toContain(
      `\`${reply.code}\``,
    );
    return;
  }
  // Clients ignore unknown fields, so the document does not forbid them: the relay sends none nevertheless.
  const { error } = route.answer.validate(reply.data, { convert: false });
  expect(error?.message).toBeUndefined();
  if (body !== null && operation.requestBody) {
    check(`${at}/requestBody`, operation.requestBody, body);
  }
}

type Check = (at: string, part: ResponseObject | RequestBody | Reference, value: unknown) => void;

const checkers = new Map<string, Promise<{ document: OpenApiDocument; check: Check }>>();

function readChecker(url: string) {
  const made = (async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/ },
    });
    ajv.addSchema(document, ROOT, false, false);
    const check: Check = (at, part, value) => {
      const place = '$ref' in part ? part.$ref.slice(1) : at;
      const validate = ajv.getSchema(`${ROOT}#${place}/content/application~1json/schema`);
      if (!validate) throw new Error(`${place} has no schema`);
      void validate(value);
      expect(validate.errors ?? [], place).toEqual([]);
    };
    return { document, check };
  })();
  checkers.set(url, made);
  return made;
}

/** The description of a response, which lists its codes. */
function describes({ components }: OpenApiDocument, { responses }: Operation, status: string) {
  const response = responses[status]!;
  if (!('$ref' in response)) return response.description;
  const name = response.$ref.slice(response.$ref.lastIndexOf('/') + 1);
  return components.responses[name]?.description;
}
