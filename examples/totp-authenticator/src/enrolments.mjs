import { Secret, TOTP } from 'otpauth';

/**
 * One authenticator app of one subject. A new app is `pending` next to the old one until a first code
 * shows that it was set up.
 * @typedef {{ secret: string, lastStep: number }} App
 * @typedef {{ active?: App, pending?: App, failures: number, lockedUntil: number }} Enrolment
 * @typedef {{ valid: true, time_step: number } | { valid: false, reason: 'wrong' | 'replayed' | 'locked' | 'not_enrolled' }} CodeCheck
 */

const PERIOD_S = 30;
/** Codes of the previous and the next step are accepted, too: clocks differ, and people type slowly. */
const WINDOW_STEPS = 1;
const MAX_FAILURES = 5;
const LOCK_MS = 5 * 60_000;

/**
 * Stores apps and checks codes. Everything here is synchronous: two guesses can't
 * share a count, and a code can't be right twice.
 * @param {{ issuer: string, all: Record<string, Enrolment>, save: () => void, now?: () => number }} options
 */
export function createEnrolments({ issuer, all, save, now = Date.now }) {
  /** @param {string} subject @param {string} secret */
  const totpOf = (subject, secret) =>
    new TOTP({
      issuer,
      label: subject.slice(0, 8),
      algorithm: 'SHA1', // what every app understands
      digits: 6,
      period: PERIOD_S,
      secret: Secret.fromBase32(secret),
    });

  /** @param {string} subject @param {'active' | 'pending'} which @param {string} code @returns {CodeCheck} */
  const judge = (subject, which, code) => {
    const enrolment = all[subject];
    const app = enrolment?.[which];
    if (!enrolment || !app) return { valid: false, reason: 'not_enrolled' };
    if (enrolment.lockedUntil > now()) return { valid: false, reason: 'locked' };

    const timestamp = now();
    const delta = totpOf(subject, app.secret).validate({
      token: code,
      window: WINDOW_STEPS,
      timestamp,
    });
    const step = Math.floor(timestamp / 1000 / PERIOD_S) + (delta ?? 0);
    if (delta === null || step <= app.lastStep) {
      enrolment.failures += 1;
      if (enrolment.failures >= MAX_FAILURES) {
        enrolment.failures = 0;
        enrolment.lockedUntil = timestamp + LOCK_MS;
      }
      save();
      return { valid: false, reason: delta === null ? 'wrong' : 'replayed' };
    }
    enrolment.failures = 0;
    app.lastStep = step;
    if (which === 'pending') {
      enrolment.active = app;
      delete enrolment.pending;
    }
    save();
    return { valid: true, time_step: step };
  };

  return {
    /** Creates a secret and returns the address that an app reads from a QR code. @param {string} subject */
    enroll: (subject) => {
      const secret = new Secret({ size: 20 }).base32;
      const enrolment = (all[subject] ??= { failures: 0, lockedUntil: 0 });
      enrolment.pending = { secret, lastStep: 0 };
      save();
      return totpOf(subject, secret).toString();
    },
    /** @param {string} subject @param {string} code */
    activate: (subject, code) => judge(subject, 'pending', code),
    /** @param {string} subject @param {string} code */
    verify: (subject, code) => judge(subject, 'active', code),
    /** @param {string} subject */
    disable: (subject) => {
      delete all[subject];
      save();
      return {};
    },
  };
}
