import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Options } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../errors';
import { runInHashThread } from './hash-threads';

const PASSWORD_MIN_BYTES = 8;

/** OWASP's first choice; the library's default algorithm is Argon2id. */
const ARGON2: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes the NFC of a password: keyboards write `é` as one code point or as two. */
export async function hashPassword(typed: string): Promise<string> {
  const password = typed.normalize('NFC');
  return String(await inTurn(() => runInHashThread({ password, options: ARGON2 })));
}

export async function verifyPassword(stored: string, typed: string): Promise<boolean> {
  return verifyForms(typed, (password) => runInHashThread({ password, stored }));
}

/** Takes as long as a wrong password, so that the time doesn't reveal that an account doesn't exist. */
export async function verifyAgainstNothing(typed: string): Promise<false> {
  await verifyForms(typed, (password) => runInHashThread({ password, options: ARGON2 }));
  return false;
}

let isTryingTyped = false;

/**
 * Passwords were once hashed as typed, so one that is not in NFC is tried in both forms, also for unknown accounts.
 * Second tries run for one request at a time, so that they can't double the work of a flood.
 * @throws {AppError} overloaded
 */
async function verifyForms(
  typed: string,
  run: (password: string) => Promise<string | boolean>,
): Promise<boolean> {
  const composed = typed.normalize('NFC');
  if (composed === typed) return (await inTurn(() => run(typed))) === true;
  if (isTryingTyped) await refuse();
  isTryingTyped = true;
  try {
    if ((await inTurn(() => run(composed))) === true) return true;
    return (await inTurn(() => run(typed))) === true;
  } finally {
    isTryingTyped = false;
  }
}

const COMMON_COUNT = 10_000;
const commonPasswords = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_MIN_BYTES)
    .slice(0, COMMON_COUNT),
);

/**
 * Whether an attacker would try it early: one of the most common passwords, or little more than the account's
 * own words (e-mail, names) with digits around them.
 */
export function isCommonPassword(password: string, ownWords: readonly string[]): boolean {
  const lower = password.normalize('NFC').toLowerCase();
  if (commonPasswords.has(lower)) return true;

  const words = ownWords
    .map((word) => word.normalize('NFC'))
    .flatMap((word) => [alphanumeric(word), ...word.toLowerCase().split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  const bare = alphanumeric(password);
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), bare);
  return rest !== bare && rest.replaceAll(/\p{N}/gu, '').length < 3;
}

function alphanumeric(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Hashing takes a core and 19 MiB for about 36 ms. One core is left to the rest of the process, and a flood is
 * refused instead of queued. Four threads do a hundred logins a second.
 */
const MAX_THREADS = 4;
const CONCURRENCY = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
const QUEUE_LIMIT = 32;

/**
 * A client that is refused at once and retries at once would keep the process busy with refusals. The pause is
 * random, so that clients do not retry together.
 */
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 1_500;
const MAX_PAUSED = 1_000;

let running = 0;
let paused = 0;
const queue: (() => void)[] = [];

const isFull = (): boolean => running >= CONCURRENCY && queue.length >= QUEUE_LIMIT;

/**
 * Refuses during a flood before any work is done: call it before reading anything for a password.
 * @throws {AppError} overloaded
 */
export async function refuseIfOverloaded(): Promise<void> {
  if (isFull()) await refuse();
}

async function refuse(): Promise<never> {
  if (paused < MAX_PAUSED) {
    paused += 1;
    await wait(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
    paused -= 1;
  }
  throw new AppError('overloaded', { retryAfterS: 2 });
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (isFull()) await refuse();
  if (running < CONCURRENCY) running += 1;
  else await new Promise<void>((resolve) => queue.push(resolve));

  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}
