// Writes vectors.json: node scripts/make-vectors.mjs. It signs with node:crypto and uses nothing of this
// package, so that the package and its vectors can't be wrong together.
import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const SECRET = 'ts_q7Hh3v0nB1yJ2m4x6Zt8Lw5cRkPaSdFgUeIoYiT0rXs';
const OLD_SECRET = 'ts_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v';
const STRANGE_SECRET = 'ts_clé-secrète-🔑';
const TENANT = '0190f3c2-7a5b-7c3d-8e9f-0a1b2c3d4e5f';
const OTHER_TENANT = '0190f3c2-7a5b-7c3d-8e9f-ffffffffffff';
const NOW = 1767225600000;
const EVENTS =
  'conversation-started message-received ticket-created ticket-assigned ticket-resolved escalation-triggered agent-assigned agent-released agent-resolved'.split(
    ' ',
  );

const sign = (secret, timestamp, bytes) => {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return createHmac('sha256', Buffer.from(secret, 'utf8'))
    .update(`${timestamp}.${hash}`)
    .digest('hex');
};
const eventOf = (event = 'message-received', more = {}) => ({
  event_id: '0190f3c2-7a5b-7000-8000-000000000001',
  event,
  schema_version: '1',
  occurred_at: '2026-01-01T00:00:00.000Z',
  sequence: 1,
  tenant_id: TENANT,
  conversation_id: '65920080a1b2c3d4e5f60718',
  visitor_session_id: 'vs_5Zc0l9nTqk2hVxw1',
  user_id: null,
  ...more,
});
const json = (value) => ({ utf8: JSON.stringify(value) });
const bytesOf = (body) => {
  if (body.base64 !== undefined) return Buffer.from(body.base64, 'base64');
  return Buffer.from(body.utf8 + (body.padding ? ' '.repeat(body.padding) : ''), 'utf8');
};

const cases = [];
/**
 * One request, valid except for the given changes. A header's value may be null (left out) or a list (sent
 * several times).
 */
function add(name, code, change = {}) {
  const {
    path = '/api/v1/chat-callbacks/message-received',
    body = json(eventOf()),
    timestamp = String(NOW),
    secret = SECRET,
    secrets = [SECRET],
    tenant = TENANT,
    signature = sign(secret, timestamp, bytesOf(body)),
    is_repeated = false,
  } = change;
  const headers = [
    ['X-Service-Timestamp', timestamp],
    ['X-Service-Signature', signature],
    ['X-Service-Tenant', tenant],
  ].flatMap(([header, value]) =>
    [value]
      .flat()
      .filter((each) => each !== null)
      .map((each) => [header, each]),
  );
  cases.push({ name, code, path, headers, body, secrets, now_ms: NOW, is_repeated });
}
const signed = (body = json(eventOf()), timestamp = String(NOW)) =>
  sign(SECRET, timestamp, bytesOf(body));

for (const event of EVENTS) {
  add(`valid: ${event}`, null, {
    path: `/api/v1/chat-callbacks/${event}`,
    body: json(eventOf(event)),
  });
}
add('valid: below a prefix, with a query', null, {
  path: '/shop/api/v1/chat-callbacks/message-received?from=/relay',
});
add('valid: an event newer than the receiver', null, {
  path: '/api/v1/chat-callbacks/visitor-blinked',
  body: json(eventOf('visitor-blinked')),
});
add('valid: letters beyond ASCII and escapes', null, {
  body: json(eventOf(undefined, { note: 'Où est « ma » commande ? 🚚 \u0000 \u2028' })),
});
add('valid: white space around the JSON', null, {
  body: { utf8: `\n  ${JSON.stringify(eventOf())}\n` },
});
add('valid: 1 MiB exactly', null, {
  body: { ...json(eventOf()), padding: 1048576 - Buffer.byteLength(JSON.stringify(eventOf())) },
});
add('valid: 300,000 ms old', null, { timestamp: String(NOW - 300000) });
add('valid: 300,000 ms ahead', null, { timestamp: String(NOW + 300000) });
add('valid: the new of two secrets', null, { secrets: [SECRET, OLD_SECRET] });
add('valid: the old of two secrets', null, { secret: OLD_SECRET, secrets: [SECRET, OLD_SECRET] });
add('valid: a secret beyond ASCII, as its UTF-8', null, {
  secret: STRANGE_SECRET,
  secrets: [STRANGE_SECRET],
});

add('1 MiB and a byte', 'body_too_large', {
  body: { ...json(eventOf()), padding: 1048577 - Buffer.byteLength(JSON.stringify(eventOf())) },
});
add('no timestamp', 'header_missing', { timestamp: null, signature: signed() });
add('no signature', 'header_missing', { signature: null });
add('no tenant', 'header_missing', { tenant: null });
add('an empty signature', 'header_malformed', { signature: '' });
add('a timestamp in seconds', 'header_malformed', { timestamp: '1767225600' });
add('a timestamp of 14 digits', 'header_malformed', { timestamp: `0${NOW}` });
add('a timestamp with a sign', 'header_malformed', { timestamp: '+176722560000' });
add('a timestamp with a fraction', 'header_malformed', { timestamp: '17672256000.0' });
add('a signature in upper case', 'header_malformed', { signature: signed().toUpperCase() });
add('a signature of 63 characters', 'header_malformed', { signature: signed().slice(1) });
add('a signature with a prefix', 'header_malformed', { signature: `v1=${signed()}` });
add('two signatures in one header', 'header_malformed', {
  signature: `${signed()}, ${'0'.repeat(64)}`,
});
add('the signature header twice', 'header_malformed', { signature: [signed(), signed()] });
add('the timestamp header twice', 'header_malformed', {
  timestamp: [String(NOW), String(NOW)],
  signature: signed(),
});
add('the tenant header twice', 'header_malformed', { tenant: [TENANT, TENANT] });
add('a tenant in upper case', 'header_malformed', { tenant: TENANT.toUpperCase() });
add('a tenant that is no UUID', 'header_malformed', { tenant: 'shop' });
add('300,001 ms old', 'timestamp_stale', { timestamp: String(NOW - 300001) });
add('300,001 ms ahead', 'timestamp_future', { timestamp: String(NOW + 300001) });
add('a tenant whose secrets are unknown', 'unknown_tenant', { secrets: [] });
add('signed with another secret', 'signature_mismatch', { secret: OLD_SECRET });
add('signed with a third secret', 'signature_mismatch', {
  secret: STRANGE_SECRET,
  secrets: [SECRET, OLD_SECRET],
});
add('signed with the secret without its prefix', 'signature_mismatch', { secret: SECRET.slice(3) });
add('the body changed by a byte', 'signature_mismatch', {
  body: json(eventOf(undefined, { sequence: 2 })),
  signature: signed(),
});
add('the body serialised again by a parser', 'signature_mismatch', {
  body: { utf8: JSON.stringify(eventOf(), null, 1) },
  signature: signed(),
});
add('the timestamp moved by a millisecond', 'signature_mismatch', {
  timestamp: String(NOW + 1),
  signature: signed(),
});
add('signed over the body instead of its hash', 'signature_mismatch', {
  signature: createHmac('sha256', SECRET)
    .update(`${NOW}.${JSON.stringify(eventOf())}`)
    .digest('hex'),
});
add('signed without a timestamp', 'signature_mismatch', {
  signature: createHmac('sha256', SECRET).update(JSON.stringify(eventOf())).digest('hex'),
});
add('a signature of zeros', 'signature_mismatch', { signature: '0'.repeat(64) });
add('the same request again', 'replay_detected', { is_repeated: true });
add('an empty body, signed', 'payload_malformed', { body: { utf8: '' } });
add('no JSON', 'payload_malformed', { body: { utf8: '{"event":' } });
add('a list', 'payload_malformed', { body: { utf8: '[]' } });
add('null', 'payload_malformed', { body: { utf8: 'null' } });
add('a string', 'payload_malformed', { body: { utf8: '"message-received"' } });
add('bytes that are no UTF-8', 'payload_malformed', {
  body: {
    base64: Buffer.concat([
      Buffer.from('{"event":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]).toString('base64'),
  },
});
add('a byte order mark', 'payload_malformed', {
  body: { utf8: `\uFEFF${JSON.stringify(eventOf())}` },
});
add('UTF-16', 'payload_malformed', {
  body: { base64: Buffer.from(JSON.stringify(eventOf()), 'utf16le').toString('base64') },
});
add('sent to the path of another event', 'event_mismatch', {
  path: '/api/v1/chat-callbacks/ticket-created',
});
add('a body without an event', 'event_mismatch', { body: json({ tenant_id: TENANT }) });
add('a call of the tenant API, sent back', 'event_mismatch', {
  body: json({ op: 'send/message', tenant_id: TENANT }),
});
add("another tenant's header, with one secret for both", 'tenant_mismatch', {
  tenant: OTHER_TENANT,
});
add('a body without a tenant', 'tenant_mismatch', { body: json({ event: 'message-received' }) });

const userSignature = (userId) => createHmac('sha256', SECRET).update(userId, 'utf8').digest('hex');
const forgeable = `${NOW}.${createHash('sha256').update(JSON.stringify(eventOf())).digest('hex')}`;
const users = [
  ...['customer-42', 'müller@example.com', '1767225600000', 'a'.repeat(128)].map((user_id) => ({
    user_id,
    code: null,
    user_signature: userSignature(user_id),
  })),
  { user_id: forgeable, code: 'user_id_forgeable', user_signature: userSignature(forgeable) },
  { user_id: forgeable.toUpperCase(), code: 'user_id_forgeable', user_signature: null },
  { user_id: '', code: 'user_id_empty', user_signature: null },
  { user_id: 'é'.repeat(65), code: 'user_id_too_long', user_signature: null },
];

const about =
  'Requests and the code a receiver refuses them with, null for 200. body: utf8 (followed by `padding` spaces) or base64. ' +
  'secrets: the live ones of the tenant. now_ms: the clock. is_repeated: the second of two such requests. ' +
  'users: ids signed with user_secret, or the code they are refused with.';
const vectors = { about, cases, user_secret: SECRET, users };
writeFileSync(new URL('../vectors.json', import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`);
console.log(`${cases.length} requests, ${users.length} users`);
