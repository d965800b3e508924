import { ERRORS, type ErrorCode } from '../errors';
import { reference, type JsonSchema, type Reference, type ResponseObject } from './document';

const CODES = Object.keys(ERRORS) as ErrorCode[];
const STATUSES = [...new Set(Object.values(ERRORS).map(({ status }) => status))];
/** The status for a method that a path does not have, so no operation lists it. */
const NO_OPERATION = 405;
const WITH_RETRY_AFTER = [429, 503];

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

/** One response per status, with the codes that it may contain. */
export function errorResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(
    STATUSES.filter((status) => status !== NO_OPERATION).map((status) => [
      nameOf(status),
      {
        description: CODES.filter((code) => ERRORS[code].status === status)
          .map((code) => `\`${code}\``)
          .join(', '),
        headers: {
          'X-Request-Id': reference('headers', 'RequestId'),
          ...(WITH_RETRY_AFTER.includes(status) && {
            'Retry-After': reference('headers', 'RetryAfter'),
          }),
        },
        content: { 'application/json': { schema: { ...reference('schemas', 'Error') } } },
      },
    ]),
  );
}

export function errorsWith(statuses: readonly number[]): Record<string, Reference> {
  return Object.fromEntries(
    statuses.map((status) => [String(status), reference('responses', nameOf(status))]),
  );
}

function nameOf(status: number): string {
  return `Error${status}`;
}
