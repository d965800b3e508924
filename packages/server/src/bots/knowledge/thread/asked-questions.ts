import type { Logger } from '../../../platform/log';
import { createLogSampler } from '../../../platform/log-sampler';
import type { FoundPart } from '../passage-index';
import type { Search } from './messages';

/** The questions that wait for the thread. */
export interface AskedQuestions {
  readonly size: number;
  /** How many were answered with nothing, because of the thread. */
  readonly givenUp: number;
  add(search: Search): Promise<FoundPart[]>;
  /** The waiting ones. A question that was taken once before is given up: it may be what ended the thread. */
  takeAgain(): Search[];
  resolve(id: number, found: FoundPart[]): void;
  reject(which: (search: Search) => boolean, reason: unknown): void;
}

export interface AskedQuestionsOptions {
  log: Logger;
  /** How long a question may wait. */
  waitMs: number;
  onTooSlow(): void;
}

interface Asked {
  search: Search;
  isRepeated: boolean;
  deadline: NodeJS.Timeout;
  resolve(found: FoundPart[]): void;
  reject(reason: unknown): void;
}

const MAX_WAITING = 1_000;
/** One tenant leaves room for the others. */
const MAX_WAITING_OF_TENANT = 250;
const LINES_A_SECOND = 1;

export function createAskedQuestions(options: AskedQuestionsOptions): AskedQuestions {
  const { log, waitMs, onTooSlow } = options;
  const sampler = createLogSampler();
  const asked = new Map<number, Asked>();
  let givenUp = 0;

  const settle = (id: number): Asked | undefined => {
    const question = asked.get(id);
    asked.delete(id);
    clearTimeout(question?.deadline);
    return question;
  };

  /** A person is asked instead: the bot finds nothing in the documents. */
  const giveUp = (reason: 'ended' | 'too_many' | 'too_slow'): FoundPart[] => {
    givenUp++;
    sampler.print(reason, LINES_A_SECOND, (more) =>
      log.warn(
        { event: 'knowledge.not_searched', reason, ...(more && { more }) },
        'a bot answered without the knowledge documents',
      ),
    );
    return [];
  };

  return {
    get size() {
      return asked.size;
    },
    get givenUp() {
      return givenUp;
    },
    add: async (search) => {
      const ofTenant = [...asked.values()].filter(
        ({ search: { tenantId } }) => tenantId === search.tenantId,
      ).length;
      if (asked.size >= MAX_WAITING || ofTenant >= MAX_WAITING_OF_TENANT) return giveUp('too_many');
      return new Promise((resolve, reject) => {
        const deadline = setTimeout(() => {
          settle(search.id)?.resolve(giveUp('too_slow'));
          onTooSlow();
        }, waitMs);
        deadline.unref();
        asked.set(search.id, { search, isRepeated: false, deadline, resolve, reject });
      });
    },
    takeAgain: () => {
      for (const [id, question] of asked) {
        if (question.isRepeated) settle(id)?.resolve(giveUp('ended'));
        question.isRepeated = true;
      }
      return [...asked.values()].map(({ search }) => search);
    },
    resolve: (id, found) => settle(id)?.resolve(found),
    reject: (which, reason) => {
      for (const [id, { search }] of asked) if (which(search)) settle(id)?.reject(reason);
    },
  };
}
