import { reference, type JsonSchema } from './document';

/** All responses below the prefix. `data` has no type here, so that a response can say which one it has. */
export const ENVELOPE_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['status_code', 'data', 'message'],
  properties: {
    status_code: { type: 'integer' },
    data: {},
    message: { type: 'string', description: 'For people.' },
  },
};

/** The schema of a response with this `data`. */
export function enveloped(data: JsonSchema): JsonSchema {
  return {
    allOf: [reference('schemas', 'Envelope'), { required: ['data'], properties: { data } }],
  };
}

/** The schema of `data` in a response; undefined for a response without the envelope. */
export function dataIn(response: JsonSchema | undefined): JsonSchema | undefined {
  const parts = (response?.['allOf'] ?? []) as { properties?: { data?: JsonSchema } }[];
  return parts[1]?.properties?.data;
}
