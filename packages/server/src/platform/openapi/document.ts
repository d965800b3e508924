/** The part of OpenAPI 3.1 that the relay's document uses. */

export type JsonSchema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Reference {
  $ref: string;
}

interface Content {
  [mediaType: string]: { schema: JsonSchema };
}

export interface RequestBody {
  required: boolean;
  content: Content;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
}

/** Any of these requirements; empty: public. All schemes in one requirement are needed. */
export type Security = Record<string, never[]>[];

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  /** Without it, the document's. */
  security?: Security;
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody | Reference;
  responses: Record<string, ResponseObject | Reference>;
}

type Method = 'get' | 'post' | 'put';
export type PathItem = Partial<Record<Method, Operation>>;

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  /** The usual one of operations. */
  security: Security;
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    parameters: Record<string, Parameter>;
    requestBodies: Record<string, RequestBody>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, object>;
  };
}

export function reference(kind: keyof OpenApiDocument['components'], name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Requests allow no unknown fields. Responses may get more fields, which clients ignore. */
export type Direction = 'input' | 'output';

/** Schemas that the document states once and refers to by name. */
export type NamedSchemas = Record<string, JsonSchema>;
