import type { Readable } from 'node:stream';
import accept from '@hapi/accept';
import type { Request, ResponseToolkit, RouteOptions, ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { AppError } from '../errors';
import type { LimitName, Limits, RateLimitName } from '../settings/limits';
import { parseJson, readBody, UNREAD_BODY } from './body';
import { checkBody } from './check-body';
import { refusedInput } from './refused-input';
import { envelope } from './envelope';
import type { AnswerStreams } from './answer-streams';
import { isLargeJson, writeJson } from './large-json';
import type { RateLimiter } from '../rate-limits/rate-limit';

export const API_PREFIX = '/api/v1';

export interface Call<Body, Query, Principal> {
  body: Body;
  query: Query;
  principal: Principal;
  /** The client's address, behind trusted proxies. */
  ip: string;
  request: Request;
  header(name: string, value: string): void;
}

/** A response that browsers save, and never show as a page of the relay. */
export interface FileAnswer {
  name: string;
  /** A media type such as `text/plain`. */
  type: string;
  /** The content, which is made while it is sent. */
  texts: AsyncIterable<string>;
}

export type RouteArea = 'account' | 'console' | 'system' | 'visitor' | 'tenant';

/** One route as its feature declares it; the OpenAPI document is generated from it. */
export interface RouteSpec<Body, Query, Principal, Response> {
  method: 'GET' | 'POST';
  /** The path below the prefix: `/<verb>/<noun>`. */
  path: string;
  area: RouteArea;
  summary: string;
  /** The schema of the body. Without it, the body must be absent or `{}`. */
  body?: Joi.ObjectSchema<Body>;
  query?: Joi.ObjectSchema<Query>;
  /** The schema of `data` in a successful response. */
  answer: Joi.ObjectSchema<Response>;
  status?: 200 | 201 | 202;
  /** The largest body; without it, the one of its area. */
  bodyLimit?: LimitName;
  message?: string;
  rateLimit: RateLimitName;
  /**
   * The strategy authenticates the caller by the body's bytes: it reads them itself and puts the parsed body
   * into `request.payload`.
   */
  isBodySigned?: true;
  /** Finishes a sign-in, or leads to one: with `X-Relay-Session: cookie` its session is a cookie. */
  startsSession?: true;
  /** Repeats with the same `Idempotency-Key` get the first response, without these fields. */
  idempotent?: { secrets: string[] };
  /** Makes the response a file, for callers who prefer `text/csv` to JSON. */
  csv?(data: Response): { name: string; text: string };
  /** Makes the response a file of one of these types, if the query asks for one. */
  file?: { types: readonly string[]; of(data: Response, query: Query): FileAnswer | null };
  handle(call: Call<Body, Query, Principal>): Promise<Response & object>;
}

/** A declared route with any input, ready to be mounted and documented. */
export interface Route extends Omit<
  RouteSpec<never, unknown, never, object>,
  'handle' | 'body' | 'query' | 'answer'
> {
  body?: Joi.ObjectSchema;
  query?: Joi.ObjectSchema;
  answer: Joi.ObjectSchema;
  /** The hapi strategy that authenticates the caller; null for public routes. */
  strategy: string | null;
  handle(call: Call<unknown, unknown, unknown>): Promise<object>;
}

type NoFields = Record<string, never>;

/**
 * Returns the function with which a feature declares routes for callers of `strategy`. `Responses`, from the
 * feature's `wire.ts`, has the response of each path; a path is named without its first slash, as clients name it.
 */
export function routesFor<Principal, Responses extends object>(strategy: string | null) {
  return <Body = NoFields, Query = NoFields, Name extends NameIn<Responses> = NameIn<Responses>>(
    spec: RouteSpec<Body, Query, Principal, Responses[Name]> & { path: `/${Name}` },
  ): Route => ({ ...(spec as unknown as Route), strategy });
}

type NameIn<Responses> = keyof Responses & string;

/** Runs `perform` at most once per key. A repeat gets the stored response. */
export interface IdempotencyGuard {
  run(
    request: { principal: unknown; route: string; key: string; body: unknown; secrets: string[] },
    perform: () => Promise<object>,
  ): Promise<object>;
}

export interface RouteServices {
  limits: Limits;
  rateLimiter: RateLimiter;
  answerStreams: AnswerStreams;
  idempotency: IdempotencyGuard;
  clientIp(request: Request): string;
  /** Refuses a sign-in by what its headers say, before it is counted. */
  checkSignIn(request: Request): void;
}

const BODY_LIMIT: Record<RouteArea, LimitName> = {
  account: 'body_account_bytes',
  console: 'body_console_bytes',
  system: 'body_console_bytes',
  visitor: 'body_visitor_bytes',
  tenant: 'body_tenant_api_bytes',
};

const NO_BODY = Joi.object({});

export function toHapiRoute(route: Route, services: RouteServices): ServerRoute {
  const status = route.status ?? 200;
  const maxBytes = services.limits[route.bodyLimit ?? BODY_LIMIT[route.area]];
  const open = (texts: AsyncIterable<string>) =>
    services.answerStreams.open(texts, route.method === 'GET');
  const bodySchema = route.body?.required() ?? NO_BODY;
  const options: RouteOptions = {
    auth: route.strategy ?? false,
    description: route.summary,
    plugins: { relay: { route } } as never,
    ext: {
      // Counts before authentication, so that guessed tokens count too.
      onPreAuth: {
        method: async (request: Request, h: ResponseToolkit) => {
          if (route.startsSession) services.checkSignIn(request);
          await services.rateLimiter.consume(route.rateLimit, services.clientIp(request));
          return h.continue;
        },
      },
      ...(route.method === 'POST' && {
        onPostAuth: {
          method: async (request: Request, h: ResponseToolkit) => {
            const body = route.isBodySigned
              ? request.payload
              : parseJson(await readBody(request, maxBytes));
            const { error, value } = checkBody(bodySchema, body);
            if (error) return refuseInput(request, h, error);
            (request as { payload: unknown }).payload = value; // as hapi does
            return h.continue;
          },
        },
      }),
    },
    validate: {
      query: (route.query ?? Joi.object()).options({ stripUnknown: true, abortEarly: false }),
      failAction: refuseInput,
    },
    handler: async (request, h) => {
      const headers: [string, string][] = [];
      const perform = () =>
        route.handle({
          body: request.payload,
          query: request.query,
          principal: route.strategy === null ? null : request.auth.credentials,
          ip: services.clientIp(request),
          request,
          header: (name, value) => void headers.push([name, value]),
        });
      const key = route.idempotent && (request.headers['idempotency-key'] as string | undefined);
      const data =
        route.idempotent && key
          ? await services.idempotency.run(
              {
                principal: request.auth.credentials,
                route: route.path,
                key,
                body: request.payload,
                secrets: route.idempotent.secrets,
              },
              perform,
            )
          : await perform();
      const file = route.file?.of(data, request.query);
      const response = file
        ? fileResponse(h, file, open(file.texts))
        : route.csv && prefersCsv(request)
          ? csvResponse(h, route.csv(data))
          : jsonResponse(h, envelope(status, data, route.message), open).code(status);
      if (route.csv) response.vary('Accept');
      for (const [name, value] of headers) response.header(name, value);
      return response;
    },
    ...(route.method === 'POST' && { payload: UNREAD_BODY }),
  };
  return { method: route.method, path: API_PREFIX + route.path, options };
}

function prefersCsv({ headers }: Request): boolean {
  const accepted = headers['accept'] as string | undefined;
  const types = accept.mediaTypes(accepted, [JSON_TYPE, CSV_TYPE]);
  return types[0] === CSV_TYPE;
}

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';

/** Writes a large response in pieces: all at once, it would keep every other caller waiting. */
function jsonResponse(
  h: ResponseToolkit,
  answer: object,
  open: (texts: AsyncIterable<string>) => Readable,
) {
  if (!isLargeJson(answer)) return h.response(answer);
  return h.response(open(writeJson(answer))).type(JSON_TYPE);
}

function csvResponse(h: ResponseToolkit, { name, text }: { name: string; text: string }) {
  return h
    .response(text)
    .type(`${CSV_TYPE}; charset=utf-8; header=present`)
    .header('content-disposition', `attachment; filename="${name}"`);
}

function fileResponse(h: ResponseToolkit, { name, type }: FileAnswer, texts: Readable) {
  return h
    .response(texts)
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'");
}

function refuseInput(_request: Request, _h: ResponseToolkit, error?: Error): never {
  if (!Joi.isError(error)) throw error ?? new AppError('invalid_request');
  throw refusedInput(error);
}
