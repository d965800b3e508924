import { fit } from '../terminal/columns';
import { print, printJsonLine, say } from '../terminal/output';
import { paintFor } from '../terminal/paint';
import { sanitiseLine } from '../terminal/sanitise';
import { firstLine } from '../terminal/first-line';
import type { ReceiverAnswer } from '../receiver/receiver-call';
import type { Attempt } from './forwarder';
import type { LoggedCallback } from './turns';

/** The point at which a listener begins. */
export type Beginning = 'now' | 'since' | 'last run';

/** Prints the events of a running listener. */
export interface Report {
  secret(secret: string): void;
  listening(facts: { tenant: string; base: string; from: Beginning; sinceMs: number }): void;
  attempt(attempt: Attempt): void;
  receiverAway(answer: ReceiverAnswer, base: string): void;
  receiverBack(base: string): void;
  relayAway(message: string): void;
  relayBack(): void;
  full(waiting: number): void;
  stopped(facts: { forwarded: number; waiting: number; goesOnWith: LoggedCallback | null }): void;
}

const EVENT_WIDTH = 20;
const STATUS_WIDTH = 12;

/** Prints for people: a line on stdout for each attempt, everything else on stderr. */
export function textReport(): Report {
  const paint = paintFor(process.stdout);
  return {
    secret: (secret) => {
      say(
        'The local secret, shown only once and stored for later runs (RELAY_LOCAL_SECRET overrides it):',
      );
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
      print(columns.join('  '));
      const reason = reasonOf(answer);
      if (retryInMs !== null && reason !== '') print(`  ${reason}`);
    },
    receiverAway: ({ reason }, base) =>
      say(`${base} does not answer: ${reason}. Retrying until it does.`),
    receiverBack: (base) => say(`${base} answers again.`),
    relayAway: (message) => say(`${message} Retrying until it is back.`),
    relayBack: () => say('The relay is back.'),
    full: (waiting) =>
      say(`${waiting} callbacks wait. Reading continues when the receiver has accepted some.`),
    stopped: ({ forwarded, waiting, goesOnWith }) => {
      const goesOn = goesOnWith
        ? `continues with ${sanitiseLine(goesOnWith.event)} of ${new Date(goesOnWith.createdAtMs).toISOString()} (${goesOnWith.eventId})`
        : 'continues after the last one';
      say(`Stopped: ${forwarded} accepted, ${waiting} waiting. The next run ${goesOn}.`);
    },
  };
}

/** Prints for programs: everything as JSON lines on stdout. */
export function jsonReport(): Report {
  return {
    secret: (secret) => printJsonLine({ type: 'secret', secret }),
    listening: ({ tenant, base, from, sinceMs }) =>
      printJsonLine({
        type: 'listening',
        tenant,
        forward_to: base,
        from,
        since: new Date(sinceMs),
      }),
    attempt: ({ callback, answer, retryInMs }) =>
      printJsonLine({
        type: 'attempt',
        at: new Date(),
        event_id: callback.eventId,
        event: callback.event,
        conversation_id: callback.conversationId,
        sequence: callback.sequence,
        status: answer.status,
        failure: answer.failure,
        reason: retryInMs === null ? null : reasonOf(answer),
        duration_ms: answer.durationMs,
        retry_in_ms: retryInMs,
      }),
    receiverAway: ({ failure, reason }) =>
      printJsonLine({ type: 'receiver', status: 'away', failure, reason }),
    receiverBack: () => printJsonLine({ type: 'receiver', status: 'back' }),
    relayAway: (message) => printJsonLine({ type: 'relay', status: 'away', message }),
    relayBack: () => printJsonLine({ type: 'relay', status: 'back' }),
    full: (waiting) => printJsonLine({ type: 'full', waiting }),
    stopped: ({ forwarded, waiting, goesOnWith }) =>
      printJsonLine({
        type: 'stopped',
        forwarded,
        waiting,
        goes_on_with: goesOnWith?.eventId ?? null,
      }),
  };
}

/** The reason why an event was not accepted: the receiver's own words, or the network failure. */
function reasonOf({ reason, text }: ReceiverAnswer): string {
  return reason ?? firstLine(text);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
