import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../src/platform/http/route';
import { apiOf } from '../support/api';
import { useRelay } from '../support/relay';
import { createVisitor, createWorld, type World } from '../support/world';
import { bodyFieldsOf, bodyWith, wrongValuesOf, type BodyField } from './body-fields';
import { addStranger } from '../support/members';
import { nameOf } from './route-call';

const TENANT_NULLS = [
  'callback_url_base',
  'hours',
  'widget.greeting',
  'widget.theme.accent_color',
  'bot.greeting',
  'bot.restricted_topics.0.reply',
  'bot.faq.0.locale',
  'bot.model',
  'bot.display_name',
  'bot.disclosure_reason',
  'bot.model.api_key',
  'bot.embeddings',
  'bot.embeddings.api_key',
  'retention.messages_days',
  'targets.first_answer_s',
  'targets.wait_s',
];
/** Fields that may be null, which means "none". */
const NULLABLE: Record<string, string[]> = {
  'POST /console/create/tenant': TENANT_NULLS,
  'POST /console/update/tenant': TENANT_NULLS,
  'POST /console/snooze/conversation': ['until'],
  'POST /console/block/visitor': ['ends_at'],
  'POST /console/update/canned-reply': ['locale'],
  'POST /console/create/faq-entry': ['locale'],
  'POST /console/update/faq-entry': ['locale'],
  'POST /console/create/knowledge-document': ['url', 'locale', 'external_id'],
  'POST /console/update/knowledge-document': ['url', 'locale'],
  'POST /console/test/bot': TENANT_NULLS.filter((field) => field.startsWith('bot.')),
};
/** Addresses that must be refused: each is invalid, or could pass for another account's address. */
const LOOK_ALIKES = [
  '\u212Aelvin@corp.test',
  'admin@corp.test.',
  'ádmin@corp.test',
  'a\u0301dmin@corp.test',
  'admin@córp.test',
  '\u0430dmin@corp.test',
  'admin\uFF20corp.test',
  'admin@corp.test\u200B',
  'admin@corp.test\u0000',
  'admin@corp..test',
  'ad min@corp.test',
  '"admin"@corp.test',
  'admin@corp.test@corp.test',
];
/** Texts with one control or formatting character each: no text that people read or compare may contain any. */
const FORBIDDEN_TEXTS = Array.from(
  '\u0000\u001b\n\u007f\u0085\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069',
  (character) => `https://a.example${character}`,
);
const INVISIBLE_TEXTS = [
  ' \u00a0\u3000',
  '\u00ad',
  '\u200b\ufeff',
  '\u2060\u3164',
  '\u2800',
  '\ufe0f',
];
/** Fields that may contain any character: they are compared as bytes, or searched for. */
const FREE_TEXT = /(password|_token|_key|_signature|cursor|^q)$/;
const MESSAGE_TEXT = /(^|\.)(content|greeting|reply|answer|comment|phrases\.0|questions\.0)$/;
/** The body of a route that takes none. */
const ROOT = { path: '' };
const MEGABYTE = 'x'.repeat(1024 * 1024);

interface Answered {
  status: number;
  code: string | undefined;
  details: { field: string; code: string }[];
}

const relay = useRelay();
let world: World;
let superAdmin: string;
let visitor: string;

beforeAll(async () => {
  const { url, adminKey } = relay;
  world = await createWorld(url);
  const { email, token } = await addStranger(url);
  superAdmin = token;
  const byKey = apiOf(url, undefined, { 'x-admin-key': adminKey });
  await byKey.post(`/console/promote/console-admin?email=${email}`);
  visitor = (await createVisitor(url, world)).token;
});

let lastTimestampMs = 0;

function credentialsFor({ strategy }: Route, body: string): Record<string, string> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  if (strategy === null) return {};
  if (strategy === 'console') return bearer(world.ownerToken);
  if (strategy === 'system') return bearer(superAdmin);
  if (strategy === 'visitor' || strategy === 'visitor-expired') return bearer(visitor);
  if (strategy === 'admin-key') return { 'x-admin-key': relay.adminKey };
  if (strategy !== 'tenant') throw new Error(`say who may call with the strategy "${strategy}"`);
  lastTimestampMs = Math.max(Date.now(), lastTimestampMs + 1);
  const { tenantId, tenantSecret: secret } = world;
  return { ...signedHeaders({ tenantId, secret, timestampMs: lastTimestampMs, body }) };
}

/** Messages that fail `isPlain`. */
const unclear = new Set<string>();
/** A plain message is a sentence that says what is allowed, without a code, a pattern or the caller's value. */
function isPlain(message: string, details: Answered['details']): boolean {
  const isSaid = details.slice(0, 5).every(({ field }) => message.includes(field.slice(0, 80)));
  const isMachine = details.some(({ code }) => code.includes('_') && message.includes(code));
  const isVague = message.includes('is not valid') || /["{}^\\]|undefined/.test(message);
  return details.length > 0 && isSaid && !isMachine && !isVague && message.endsWith('.');
}

async function send(route: Route, body: string, query = '', type = 'application/json') {
  const isPost = route.method === 'POST';
  const response = await fetch(`${relay.url}/api/v1${route.path}${query}`, {
    method: route.method,
    headers: { ...credentialsFor(route, body), ...(isPost && { 'content-type': type }) },
    ...(isPost && { body }),
  });
  const { data, message } = (await response.json()) as { data: Partial<Answered>; message: string };
  if (data.code === 'invalid_request' && !isPlain(message, data.details ?? [])) {
    unclear.add(`${nameOf(route)}: ${message}`);
  }
  return { status: response.status, code: data.code, details: data.details ?? [] } as Answered;
}

/** Sends a body. Calls of tenants' backends repeat the operation's name in `op`. */
function sendBody(route: Route, body: unknown): Promise<Answered> {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const named = isObject && route.strategy === 'tenant';
  return send(
    route,
    JSON.stringify(named ? { op: route.path.replace('/tenant/', ''), ...body } : body),
  );
}

const isRefused = ({ status, code }: Answered) => status === 422 && code === 'invalid_request';
/** Problems of one field and the fields inside it, except those of missing fields. */
const problemsAt = ({ details }: Answered, path: string) =>
  details.filter(
    ({ field, code }) => (field === path || field.startsWith(`${path}.`)) && code !== 'required',
  );
const isRefusedFor = (answer: Answered, path: string) =>
  isRefused(answer) && problemsAt(answer, path).length > 0;

const routesWhere = (fits: (route: Route) => boolean): Route[] => {
  const routes = relay.relay.routes.filter(fits);
  expect(routes.length).toBeGreaterThan(0);
  return routes;
};
const posts = () => routesWhere(({ method }) => method === 'POST');
const keysOf = (schema: Route['body']): string[] =>
  Object.keys((schema?.describe() as { keys?: object } | undefined)?.keys ?? {});
/** All fields of a body except `op`: a wrong `op` counts as a wrong signature. */
const fieldsOf = ({ body, strategy }: Route): BodyField[] =>
  body ? bodyFieldsOf(body).filter(({ path }) => strategy !== 'tenant' || path !== 'op') : [];

describe('on every route', { timeout: 120_000 }, () => {
  it('refuses on every route a body that is not an object', async () => {
    for (const route of posts()) {
      const wrong = ['[]', '[{}]', '"text"', '7', 'true', 'null'];
      for (const body of wrong) {
        expect(isRefused(await send(route, body)), `${nameOf(route)} ${body}`).toBe(true);
      }
    }
  });

  it('refuses on every route a body that is not JSON, too large or of another type', async () => {
    for (const route of posts()) {
      for (const body of ['{"a":', '{a:1}', '{"a":1}x']) {
        expect((await send(route, body)).code, nameOf(route)).toBe('bad_json');
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const { code } = await send(route, 'a=1', '', type);
        expect(code, nameOf(route)).toBe('unsupported_media_type');
      }
      const large = await send(route, JSON.stringify({ password: MEGABYTE }));
      expect([large.status, large.code], nameOf(route)).toEqual([413, 'payload_too_large']);
    }
  });

  it('refuses a wrong value in any field, and names that field', async () => {
    const taken: string[] = [];
    for (const route of posts()) {
      for (const field of fieldsOf(route)) {
        const { path } = field;
        for (const value of path === '' ? [] : wrongValuesOf(field)) {
          if (value === null && NULLABLE[nameOf(route)]?.includes(path)) continue;
          const answer = await sendBody(route, bodyWith(path, value));
          if (isRefusedFor(answer, path)) continue;
          taken.push(`${nameOf(route)} ${path} ${JSON.stringify(value)} ${JSON.stringify(answer)}`);
        }
      }
    }
    expect(taken).toEqual([]);
  });

  it('refuses an unknown field at any depth', async () => {
    const taken: string[] = [];
    for (const route of posts()) {
      if (route.query) continue; // takes no body, whatever is in it
      const closed = route.body ? fieldsOf(route).filter(({ isClosed }) => isClosed) : [ROOT];
      for (const { path } of closed) {
        for (const unknown of ['is_system', 'password_hash', 'constructor', '$where']) {
          const answer = await sendBody(route, bodyWith(path, { [unknown]: true }));
          const field = path === '' ? unknown : `${path}.${unknown}`;
          const problem = answer.details.find((one) => one.field === field);
          if (isRefused(answer) && problem?.code === 'unknown_field') continue;
          taken.push(`${nameOf(route)} ${field} ${JSON.stringify(answer)}`);
        }
      }
      const { status } = await send(route, '{"__proto__":{"is_system":true}}');
      if (![401, 422].includes(status)) taken.push(`${nameOf(route)} __proto__ ${status}`);
    }
    expect(taken).toEqual([]);
  });

  it('refuses a query parameter that is given twice, and a page that does not exist', async () => {
    for (const route of routesWhere(({ query }) => query !== undefined)) {
      const fields = keysOf(route.query);
      for (const field of fields) {
        const answer = await send(route, '{}', `?${field}=a&${field}=b`);
        expect(isRefusedFor(answer, field), `${nameOf(route)} ${field}`).toBe(true);
      }
      if (!fields.includes('limit')) continue;
      for (const limit of ['0', '201', '-1', '1.5', 'abc', '', '1e999', 'null']) {
        const answer = await send(route, '{}', `?limit=${limit}`);
        expect(isRefusedFor(answer, 'limit'), `${nameOf(route)} limit=${limit}`).toBe(true);
      }
    }
  });

  it('refuses a title, id, origin or URL with a control character or nothing visible in it', async () => {
    const taken: string[] = [];
    for (const route of routesWhere(() => true)) {
      const texts = route.query
        ? keysOf(route.query)
        : fieldsOf(route).flatMap(({ path, type }) => (type === 'string' ? [path] : []));
      for (const path of texts) {
        if (FREE_TEXT.test(path) || MESSAGE_TEXT.test(path) || path === 'metadata') continue;
        for (const text of [...FORBIDDEN_TEXTS, ...INVISIBLE_TEXTS]) {
          const answer = route.query
            ? await send(route, '{}', `?${path}=${encodeURIComponent(text)}`)
            : await sendBody(route, bodyWith(path, text));
          if (isRefusedFor(answer, path)) continue;
          taken.push(`${nameOf(route)} ${path} ${JSON.stringify(text)} ${JSON.stringify(answer)}`);
        }
      }
    }
    expect(taken).toEqual([]);
  });

  it('refuses NUL in the text of a message, and stores every other control character', async () => {
    let count = 0;
    for (const route of posts()) {
      for (const { path } of fieldsOf(route).filter(
        ({ path: at, type }) => MESSAGE_TEXT.test(at) && type === 'string',
      )) {
        const name = `${nameOf(route)} ${path}`;
        expect(isRefusedFor(await sendBody(route, bodyWith(path, 'a\0b')), path), name).toBe(true);
        const others = await sendBody(route, bodyWith(path, '\u0001\u009b\u202e\u2028\n'));
        expect(problemsAt(others, path), name).toEqual([]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  it('refuses an e-mail address that only looks like another', async () => {
    const hasEmail = ({ body, query }: Route) => [body, query].flatMap(keysOf).includes('email');
    for (const route of routesWhere(hasEmail)) {
      const ask = (email: string) =>
        route.query
          ? send(route, '{}', `?email=${encodeURIComponent(email)}`)
          : sendBody(route, { email });
      for (const email of LOOK_ALIKES) {
        expect(isRefusedFor(await ask(email), 'email'), `${nameOf(route)} ${email}`).toBe(true);
      }
      const inOtherLetters = await ask('  ADMIN@Corp.TEST ');
      expect(problemsAt(inOtherLetters, 'email'), nameOf(route)).toEqual([]);
    }
  });

  it('refuses a password of 513 bytes for its length', async () => {
    const isPassword = (field: string) => /(^|_)password$/.test(field);
    for (const route of routesWhere(({ body }) => keysOf(body).some(isPassword))) {
      for (const field of keysOf(route.body).filter(isPassword)) {
        const { details } = await sendBody(route, { [field]: 'é'.repeat(257) });
        expect(details, nameOf(route)).toContainEqual({ field, code: 'string_max' });
      }
    }
  });

  it('says in plain sentences what is allowed', () => {
    // Collected from all responses of the tests above.
    expect([...unclear]).toEqual([]);
  });
});

it('has a sentence for each pattern of a field', () => {
  const silent = routesWhere(({ body, query }) => Boolean(body ?? query)).flatMap((route) =>
    [route.body, route.query].flatMap((schema) =>
      schema ? silentPatterns(schema.describe() as Described, nameOf(route)) : [],
    ),
  );
  expect([...new Set(silent)]).toEqual([]);
});

interface Described {
  keys?: Record<string, Described>;
  items?: Described[];
  rules?: { name: string; args?: { options?: { invert?: boolean } } }[];
  preferences?: { messages?: object };
}

/** Patterns without a message. Their problems would show the pattern itself to people. */
function silentPatterns({ keys, items, rules, preferences }: Described, path: string): string[] {
  const patterns = (rules ?? []).filter(({ name }) => name === 'pattern');
  const silent = patterns.filter(({ args }) => {
    const type = args?.options?.invert ? 'string.pattern.invert.base' : 'string.pattern.base';
    return !Object.hasOwn(preferences?.messages ?? {}, type);
  });
  return [
    ...silent.map(() => path),
    ...Object.entries(keys ?? {}).flatMap(([key, each]) => silentPatterns(each, `${path} ${key}`)),
    ...(items ?? []).flatMap((each) => silentPatterns(each, path)),
  ];
}
