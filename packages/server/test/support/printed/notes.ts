import { appendFileSync } from 'node:fs';
import { printedFile } from './file';

/** Fields of requests and answers whose texts are for their owner alone. */
const SECRET_FIELD = /(^|_)(password|token|secret|signature)$|^otpauth_uri$/;
const CODE_FIELD = /^(dev_)?otp$|^code$|^totp$/;
const SECRET_VARIABLE = /(PASSWORD|SECRET|_KEY)$/;
const CODE = /^\d{6}$/;
/** Shorter secrets are ordinary words that tests use; they occur in log lines by chance. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 2_048;
/** An account's id is no secret, though a test server may take it for a token. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const noted = new Set<string>();

/** Remembers what no log may hold. */
export function noteSecret(what: string, value: unknown): void {
  if (typeof value !== 'string' || value.length < MIN_LENGTH || value.length > MAX_LENGTH) return;
  if (!UUID.test(value)) note(what, value);
}

/** Remembers every secret in a request's or an answer's JSON, by the names of its fields. */
export function noteSecretsIn(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const [field, value] of Object.entries(json)) {
    if (SECRET_FIELD.test(field)) noteSecret(field, value);
    else if (CODE_FIELD.test(field)) noteCode(field, value);
    noteSecretsIn(value);
  }
}

export function noteSecretHeaders(headers: Headers): void {
  noteSecret('bearer token', headers.get('authorization')?.replace(/^Bearer /, ''));
  noteSecret('admin key', headers.get('x-admin-key'));
  noteSecret('signature', headers.get('x-service-signature'));
}

/** Remembers the secrets among a relay's settings. */
export function noteSecretSettings(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (SECRET_VARIABLE.test(name)) noteSecret(name, value);
    if (URL.canParse(value)) noteCredentials(name, new URL(value));
  }
}

/** Notes the password as the address has it, decoded, and in a basic `authorization` header. */
function noteCredentials(name: string, { username, password }: URL): void {
  const [user, plain] = [decodeURIComponent(username), decodeURIComponent(password)];
  noteSecret(`password of ${name}`, password);
  noteSecret(`password of ${name}`, plain);
  if (plain) noteSecret(`header of ${name}`, Buffer.from(`${user}:${plain}`).toString('base64'));
}

function noteCode(field: string, value: unknown): void {
  if (typeof value === 'string' && CODE.test(value)) note(field, value);
}

function note(what: string, value: string): void {
  const file = printedFile('secrets');
  if (file === null || noted.has(value)) return;
  noted.add(value);
  appendFileSync(file, `${JSON.stringify([what, value])}\n`);
}
