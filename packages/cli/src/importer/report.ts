import { say } from '../terminal/output';
import { sanitiseLine } from '../terminal/sanitise';

/** The reason why a line is not imported. `field` is empty if it concerns the whole line. */
export interface Problem {
  line: number;
  field: string;
  code: string;
}

export interface Counts {
  imported: number;
  /** Conversations that were already imported. */
  existing: number;
  /** Conversations that are older than the tenant keeps them. */
  too_old: number;
  canned_replies: { created: number; updated: number; unchanged: number };
  refused: number;
}

export interface Report {
  counts: Counts;
  /** The first problems. */
  problems: Problem[];
  refuse(problem: Problem): void;
  progress(line: number): void;
}

/** Texts for the codes that a line of this format can have. */
const TOLD: Record<string, string> = {
  bad_json: 'is not JSON',
  required: 'is required',
  unknown_field: 'is not a field of this format',
  forbidden_key: 'is or has a key that is not allowed',
  out_of_order: 'is earlier than the message before it',
  in_the_future: 'is in the future',
  too_early: 'is before the year 2000',
  duplicate: 'stands in another line, too',
  string_max: 'is too long',
  string_empty: 'is empty',
  string_base: 'is no string',
  string_email: 'is no e-mail address',
  string_isodate: 'is no time in ISO 8601',
  string_pattern_base: 'has a form that is not allowed',
  string_pattern_invert_base: 'has characters that are not allowed',
  any_only: 'is none of the allowed words',
  array_min: 'is empty',
  array_max: 'has too many entries',
  payload_too_large: 'is too large',
};

function describeProblem(field: string, code: string): string {
  const [, line] = /^duplicate_of_line_(\d+)$/.exec(code) ?? [];
  const told = line === undefined ? TOLD[code] : `is that of line ${line}`;
  return `${field || 'it'} ${told ?? `is not valid (${code})`}`;
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
      say(`line ${line}: ${sanitiseLine(describeProblem(field, code))}`);
    },
    progress: (line) => {
      if (performance.now() - saidAt < PROGRESS_MS) return;
      saidAt = performance.now();
      say(`line ${line}: ${describeCounts(counts, false)}`);
    },
  };
}

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
