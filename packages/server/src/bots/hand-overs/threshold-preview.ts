import type { Database } from '../../platform/storage/database';
import { createSlices } from '../../platform/slices';
import type { TenantDirectory } from '../../tenants/directory';
import { createLookupCache } from '../../tenants/lookup-cache';
import type { Tenant } from '../../tenants/tenant';
import type { BuiltinBot } from '../builtin';
import type { Passage } from '../knowledge/passage';
import { readHandedOver, type HandedOver } from './reading';

/** The answers that another `confidence_threshold` would have given. */
export interface ThresholdPreview {
  /** How many of the latest hand-overs there are, at most 100. */
  questions: number;
  /** How many of them were asked again: fewer if the time was over before. */
  lookedAt: number;
  /** Questions that the bot answers by now with the stored threshold. */
  answeredNow: number;
  /** Questions that it would answer in addition, the latest first. */
  newlyAnswered: (HandedOver & Quoted)[];
}

interface Quoted {
  /** The beginning of what the visitor would have read. */
  answer: string;
  passage: Passage;
}

/** The outcome of a question: it answers already, it would answer, or it hands over all the same. */
type Outcome = 'answered' | 'handed over' | Quoted;

export interface PreviewOptions {
  database: Database;
  directory: Pick<TenantDirectory, 'find'>;
  builtin: BuiltinBot;
  maxMs?: number;
}

const MAX_QUESTIONS = 100;
const MAX_ANSWER_CHARS = 1_000;
const MAX_MS = 5_000;
/** How long outcomes are cached: a changed document counts after this time. */
const KEPT_MS = 30_000;
const MAX_KEPT = 50;

/** Asks the bot the latest questions that it handed over, as if the threshold were another one. */
export function createThresholdPreview(options: PreviewOptions) {
  const { database, directory, builtin, maxMs = MAX_MS } = options;
  /** Caches outcomes only, no questions: those may be erased meanwhile. */
  const outcomes = createLookupCache({
    load: (key) => {
      const [tenantId, , threshold] = JSON.parse(key) as [string, number, number];
      return ask(tenantId, threshold);
    },
    ttlMs: KEPT_MS,
    maxEntries: MAX_KEPT,
  });
  const read = (tenantId: string): Promise<HandedOver[]> =>
    readHandedOver(database.slowRead, { tenantId }, MAX_QUESTIONS);

  async function ask(tenantId: string, threshold: number): Promise<Map<string, Outcome>> {
    const found = new Map<string, Outcome>();
    const tenant = await directory.find(tenantId);
    if (!tenant) return found;
    const tried = { ...tenant, bot: { ...tenant.bot, confidenceThreshold: threshold } };
    const outcomeOf = async ({ question, locale }: HandedOver): Promise<Outcome> => {
      const { decision: now } = await builtin(tenant, question, locale);
      if (now.kind === 'reply') return 'answered';
      const { decision: then, passages } = await builtin(tried, question, locale);
      const [passage] = passages;
      if (then.kind !== 'reply' || !passage) return 'handed over';
      return { answer: then.content.slice(0, MAX_ANSWER_CHARS).toWellFormed(), passage };
    };
    const slices = createSlices();
    const endsAt = performance.now() + maxMs;
    for (const asked of await read(tenantId)) {
      if (performance.now() > endsAt) break;
      found.set(keyOf(asked), await outcomeOf(asked));
      await slices.pause();
    }
    return found;
  }

  return async (
    { tenantId, version }: Pick<Tenant, 'tenantId' | 'version'>,
    threshold: number,
  ): Promise<ThresholdPreview> => {
    const known = await outcomes.get(JSON.stringify([tenantId, version, threshold]));
    const questions = await read(tenantId);
    const result: ThresholdPreview = {
      questions: questions.length,
      lookedAt: 0,
      answeredNow: 0,
      newlyAnswered: [],
    };
    for (const asked of questions) {
      const outcome = known.get(keyOf(asked));
      if (outcome === undefined) continue;
      result.lookedAt += 1;
      if (outcome === 'answered') result.answeredNow += 1;
      else if (outcome !== 'handed over') result.newlyAnswered.push({ ...asked, ...outcome });
    }
    return result;
  };
}

function keyOf({ conversationId, askedAt }: HandedOver): string {
  return `${conversationId} ${askedAt}`;
}
