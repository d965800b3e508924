import { say } from '../output';
import { paintFor } from '../paint';
import { fit, sanitiseLine } from '../terminal-text';
import type { Attempt } from './forwarder';
import type { LoggedCallback } from './turns';

/** Where a listener begins. */
export type Beginning = 'now' | 'since' | 'last run';

/** What a listener tells while it runs. */
export interface Report {
  secret(secret: string): void;
  listening(facts: { tenant: string; base: string; from: Beginning; sinceMs: number }): void;
  attempt(attempt: Attempt): void;
  receiverAway(failure: string, base: string): void;
  receiverBack(base: string): void;
  relayAway(message: string): void;
  relayBack(): void;
  full(waiting: number): void;
  stopped(facts: { forwarded: number; waiting: number; goesOnWith: LoggedCallback | null }): void;
}

const EVENT_WIDTH = 20;
const STATUS_WIDTH = 12;

/** For a person: a line on stdout for each attempt, everything else on stderr. */
export function textReport(): Report {
  const paint = paintFor(process.stdout);
  return {
    secret: (secret) => {
      say('The local secret, shown this once and kept for later runs (RELAY_LOCAL_SECRET wins):');
      say(`  ${secret}`);
    },
    listening: ({ tenant, base, from, sinceMs }) => {
      const time = new Date(sinceMs).toISOString();
      const where = {
        now: 'from now on',
        since: `from ${time} on`,
        'last run': 'from where the last run stopped',
      }[from];
      say(`Callbacks of ${sanitiseLine(tenant)} go to ${base}, ${where}. Ctrl-C stops.`);
    },
    attempt: ({ callback, answer, retryInMs }) => {
      const outcome = String(answer.status ?? answer.failure);
      const retry = retryInMs === null ? '' : `, again in ${seconds(retryInMs)}`;
      const look = retryInMs === null ? 'green' : 'red';
      const columns = [
        new Date().toISOString(),
        fit(sanitiseLine(callback.event), EVENT_WIDTH),
        callback.conversationId,
        paint(look, fit(sanitiseLine(outcome), STATUS_WIDTH)),
        `${answer.durationMs} ms${retry}`,
      ];
      process.stdout.write(`${columns.join('  ')}\n`);
    },
    receiverAway: (failure, base) =>
      say(`${base} does not answer (${failure}): tried again until it does.`),
    receiverBack: (base) => say(`${base} answers again.`),
    relayAway: (message) => say(`${message} Tried again until it is back.`),
    relayBack: () => say('The relay is back.'),
    full: (waiting) =>
      say(`${waiting} callbacks wait: no more are read until the receiver takes some.`),
    stopped: ({ forwarded, waiting, goesOnWith }) => {
      const goesOn = goesOnWith
        ? `goes on with ${sanitiseLine(goesOnWith.event)} of ${new Date(goesOnWith.createdAtMs).toISOString()} (${goesOnWith.eventId})`
        : 'goes on after the last one';
      say(`Stopped: ${forwarded} taken, ${waiting} waiting. The next run ${goesOn}.`);
    },
  };
}

/** For a program: everything as JSON lines on stdout. */
export function jsonReport(): Report {
  const print = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
  return {
    secret: (secret) => print({ type: 'secret', secret }),
    listening: ({ tenant, base, from, sinceMs }) =>
      print({ type: 'listening', tenant, forward_to: base, from, since: new Date(sinceMs) }),
    attempt: ({ callback, answer, retryInMs }) =>
      print({
        type: 'attempt',
        at: new Date(),
        event_id: callback.eventId,
        event: callback.event,
        conversation_id: callback.conversationId,
        sequence: callback.sequence,
        status: answer.status,
        failure: answer.failure,
        duration_ms: answer.durationMs,
        retry_in_ms: retryInMs,
      }),
    receiverAway: (failure) => print({ type: 'receiver', status: 'away', failure }),
    receiverBack: () => print({ type: 'receiver', status: 'back' }),
    relayAway: (message) => print({ type: 'relay', status: 'away', message }),
    relayBack: () => print({ type: 'relay', status: 'back' }),
    full: (waiting) => print({ type: 'full', waiting }),
    stopped: ({ forwarded, waiting, goesOnWith }) =>
      print({
        type: 'stopped',
        forwarded,
        waiting,
        goes_on_with: goesOnWith?.eventId ?? null,
      }),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
