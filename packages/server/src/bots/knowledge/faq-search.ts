import type { FaqEntry } from '../../tenants/tenant';
import { createSlices } from '../../platform/slices';
import { detectLanguage } from '../languages/detect';
import { createPassageIndex } from './passage-index';

/** An entry that may answer, by the question of it that fits best. */
export interface FaqCandidate {
  /** Its place in the FAQ, from 0. */
  place: number;
  /** 0 to 1. */
  confidence: number;
}

/** The entries that come closest, the best first, whatever their confidence is. */
export type FaqSearch = (text: string, context?: string) => Promise<FaqCandidate[]>;

/**
 * The search of documents, in which each question of an entry is the heading of its answer. An FAQ may have 256 KiB:
 * it is read in slices, so that nothing else waits.
 */
export async function createFaqSearch(
  faq: readonly (Pick<FaqEntry, 'questions' | 'answer'> & Partial<Pick<FaqEntry, 'locale'>>)[],
): Promise<FaqSearch> {
  const { pause } = createSlices();
  const index = createPassageIndex();
  for (const [place, { questions, answer, locale = null }] of faq.entries()) {
    for (const [number, question] of questions.entries()) {
      const language = locale ?? detectLanguage(question) ?? detectLanguage(answer);
      const entry = { documentId: `${place}`, revision: 1, title: '', url: null, locale: language };
      index.add(entry, number, { headings: [question], text: answer });
      await pause();
    }
  }

  return async (text, context) => {
    const found = await index.search(text, context);
    const best = new Map<number, number>();
    for (const { document, confidence } of found) {
      const place = Number(document.documentId);
      best.set(place, Math.max(best.get(place) ?? 0, confidence));
    }
    return [...best]
      .map(([place, confidence]) => ({ place, confidence }))
      .toSorted((a, b) => b.confidence - a.confidence || a.place - b.place);
  };
}
