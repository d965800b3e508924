import {
  reference,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItem,
  type Reference,
  type RequestBody,
  type ResponseObject,
} from './document';
import { dataIn } from './enveloped';

type Kind = 'parameters' | 'requestBodies' | 'responses';

/** A parameter, body or response in the place where an operation has it. */
interface Part<T> {
  value: T;
  replace(by: Reference): void;
}

/**
 * Moves the parameters, bodies and responses that several operations have in common to the components, and leaves
 * references. The most frequent of several with one name is shared, the others stay where they are.
 */
export function shareParts(
  paths: Record<string, PathItem>,
  components: Pick<OpenApiDocument['components'], Kind>,
): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  share('parameters', operations.flatMap(parametersIn), nameOfParameter, components.parameters);
  share('requestBodies', operations.flatMap(bodyIn), nameOfBody, components.requestBodies);
  share('responses', operations.flatMap(responsesIn), nameOfResponse, components.responses);
}

function share<T extends object>(
  kind: Kind,
  parts: Part<T | Reference>[],
  nameOf: (value: T) => string | null,
  components: Record<string, T>,
): void {
  const equal = new Map<string, Part<T>[]>();
  for (const part of parts) {
    if (!isInline(part)) continue;
    const text = JSON.stringify(part.value);
    equal.set(text, [...(equal.get(text) ?? []), part]);
  }
  const repeated = [...equal.values()].filter(({ length }) => length > 1);
  for (const group of repeated.toSorted((a, b) => b.length - a.length)) {
    const value = group[0]!.value;
    const name = nameOf(value);
    if (name === null || name in components) continue;
    components[name] = value;
    for (const part of group) part.replace(reference(kind, name));
  }
}

function isInline<T extends object>(part: Part<T | Reference>): part is Part<T> {
  return !('$ref' in part.value);
}

function parametersIn({ parameters = [] }: Operation): Part<Parameter | Reference>[] {
  return parameters.map((value, at) => ({ value, replace: (by) => void (parameters[at] = by) }));
}

function bodyIn(operation: Operation): Part<RequestBody | Reference>[] {
  const { requestBody: value } = operation;
  return value ? [{ value, replace: (by) => void (operation.requestBody = by) }] : [];
}

function responsesIn({ responses }: Operation): Part<ResponseObject | Reference>[] {
  return Object.entries(responses).map(([status, value]) => ({
    value,
    replace: (by) => void (responses[status] = by),
  }));
}

/** `tenant_id` is `TenantId`, and `OptionalTenantId` where it may be left out. */
function nameOfParameter({ name, required }: Parameter): string {
  return (required ? '' : 'Optional') + pascal(name);
}

/** The names of its fields. */
function nameOfBody({ content }: RequestBody): string {
  const { properties } = content['application/json']?.schema ?? {};
  return Object.keys(properties as object)
    .map(pascal)
    .join('');
}

/** The name of the resource that comes first in `data`. */
function nameOfResponse({ content }: ResponseObject): string | null {
  const data = dataIn(content?.['application/json']?.schema);
  if (!data) return null;
  const [first] = Object.entries((data['properties'] as Record<string, JsonSchema>) ?? {});
  return nameOfSchema(data) ?? (first ? (nameOfSchema(first[1]) ?? pascal(first[0])) : 'Empty');
}

function nameOfSchema({ $ref }: JsonSchema): string | null {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null;
}

function pascal(name: string): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
