import { say } from '../terminal/output';
import { sanitiseLine } from '../terminal/sanitise';

/** Why a line is not imported. `field` is empty for the whole line. */
export interface Problem {
  line: number;
  field: string;
  code: string;
}

export interface Counts {
  imported: number;
  /** Conversations that were there already. */
  existing: number;
  /** Older than the tenant keeps conversations. */
  too_old: number;
  canned_replies: { created: number; updated: number; unchanged: number };
  refused: number;
}

export interface Report {
  counts: Counts;
  /** The first of them. */
  problems: Problem[];
  refuse(problem: Problem): void;
  /** Says from time to time how far it is. */
  progress(line: number): void;
}

const MOST_PROBLEMS = 100;
const PROGRESS_MS = 5_000;

export function createReport(): Report {
  const counts: Counts = {
    imported: 0,
    existing: 0,
    too_old: 0,
    canned_replies: { created: 0, updated: 0, unchanged: 0 },
    refused: 0,
  };
  const problems: Problem[] = [];
  let saidAt = performance.now();
  return {
    counts,
    problems,
    refuse: (problem) => {
      counts.refused++;
      if (problems.length === MOST_PROBLEMS) say('More lines are refused; they are counted only.');
      if (problems.push(problem) > MOST_PROBLEMS) return void problems.pop();
      const { line, field, code } = problem;
      say(`line ${line}: ${sanitiseLine(field === '' ? code : `${field}: ${code}`)}`);
    },
    progress: (line) => {
      if (performance.now() - saidAt < PROGRESS_MS) return;
      saidAt = performance.now();
      say(`line ${line}: ${describeCounts(counts, false)}`);
    },
  };
}

/** A line for people. */
export function describeCounts(counts: Counts, isDryRun: boolean): string {
  const { imported, existing, too_old: tooOld, canned_replies: replies, refused } = counts;
  const written = replies.created + replies.updated;
  const done = (what: string): string => (isDryRun ? `would be ${what}` : what);
  const conversations = [
    `${imported} ${done('imported')}`,
    `${existing} there already`,
    ...(tooOld > 0 ? [`${tooOld} left out, older than the tenant keeps them`] : []),
  ];
  const hasReplies = written + replies.unchanged > 0;
  return [
    `Conversations: ${conversations.join(', ')}.`,
    ...(hasReplies
      ? [`Canned replies: ${written} ${done('written')}, ${replies.unchanged} unchanged.`]
      : []),
    ...(refused > 0 ? [`Refused lines: ${refused}.`] : []),
  ].join(' ');
}
