import { ERRORS, type ErrorCode } from '../errors';
import { reference, type JsonSchema, type Reference, type ResponseObject } from './document';

const CODES = Object.keys(ERRORS) as ErrorCode[];
const STATUSES = [...new Set(Object.values(ERRORS).map(({ status }) => status))];
/** Failures that depend on the operation: each operation lists its own. */
const OWN_STATUSES = [401, 403, 404, 409, 422];
/** Failures of any operation; one response, the default of each, describes them. A body is at fault for 413 and 415. */
const GENERAL_STATUSES = [400, 413, 415, 429, 500, 503];

export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['status_code', 'data', 'message'],
  properties: {
    status_code: { type: 'integer', enum: STATUSES },
    data: {
      type: 'object',
      required: ['code', 'request_id'],
      properties: {
        code: { type: 'string', enum: CODES, description: 'Switch on this field only.' },
        request_id: { type: 'string' },
        details: {
          type: 'array',
          description: 'On 422: the refused fields.',
          items: {
            type: 'object',
            required: ['field', 'code'],
            properties: { field: { type: 'string' }, code: { type: 'string' } },
          },
        },
        retry_after_s: { type: 'integer', description: 'On 429 and 503, as in `Retry-After`.' },
      },
    },
    message: { type: 'string', description: 'For people.' },
  },
};

/** A response for each status that an operation lists, and their default, with the codes that they may contain. */
export function errorResponses(): Record<string, ResponseObject> {
  return {
    ...Object.fromEntries(
      OWN_STATUSES.map((status) => [nameOf(status), responseWith(codesOf(status).join(', '), {})]),
    ),
    [DEFAULT]: responseWith(
      GENERAL_STATUSES.map((status) => `${status}: ${codesOf(status).join(', ')}`).join('; '),
      { 'Retry-After': reference('headers', 'RetryAfter') },
    ),
  };
}

/** References to the errors of an operation: to those with these statuses, and to the default. */
export function errorsWith(statuses: readonly number[]): Record<string, Reference> {
  return {
    ...Object.fromEntries(
      statuses.map((status) => [String(status), reference('responses', nameOf(status))]),
    ),
    default: reference('responses', DEFAULT),
  };
}

const DEFAULT = 'Error';

function responseWith(
  description: string,
  headers: NonNullable<ResponseObject['headers']>,
): ResponseObject {
  return {
    description,
    headers: { 'X-Request-Id': reference('headers', 'RequestId'), ...headers },
    content: { 'application/json': { schema: { ...reference('schemas', 'Error') } } },
  };
}

function codesOf(status: number): string[] {
  return CODES.filter((code) => ERRORS[code].status === status).map((code) => `\`${code}\``);
}

function nameOf(status: number): string {
  return `Error${status}`;
}
