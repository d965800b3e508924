import { identified } from '../../tenants/faq/entries';
import type { Tenant } from '../../tenants/tenant';
import { languageOf } from '../language';
import { createFaqSearch } from './faq-search';
import { keepByValue } from './keep-by-value';
import type { Passage } from './passage';
import type { TenantIndexes } from './tenant-indexes';

/** Fields of a tenant that a search reads; `bot` may be settings that are not saved yet. */
export type Searched = Pick<Tenant, 'tenantId' | 'defaultLocale' | 'bot'>;

/**
 * The passages of a tenant that come closest to a question. First those that reach the tenant's
 * `confidence_threshold`: in the visitor's language, then in the tenant's, then in any; in each group the most
 * certain first, and an entry of the FAQ before a passage that is a little more certain. The others follow, the most certain first; no bot may answer from them.
 */
export type Retrieve = (
  tenant: Searched,
  question: string,
  locale: string,
  /** The visitor's words around the question. */
  context?: string,
) => Promise<Passage[]>;

export interface RetrievalDeps {
  indexes: Pick<TenantIndexes, 'of'>;
}

export function createRetrieval({ indexes }: RetrievalDeps): Retrieve {
  const searchOf = keepByValue(createFaqSearch);

  const faqPassages = async (
    { tenantId, bot: { faq } }: Searched,
    question: string,
    context: string,
  ): Promise<Passage[]> => {
    const entries = identified(tenantId, faq);
    const search = await searchOf(faq);
    return (await search(question, context)).map(({ place, confidence }) => {
      const { id, questions, answer, locale } = entries[place]!;
      const [title = ''] = questions;
      return {
        passageId: id,
        source: 'faq',
        sourceId: id,
        title,
        url: null,
        text: answer,
        locale,
        confidence,
      };
    });
  };

  const documentPassages = async (
    tenantId: string,
    question: string,
    context: string,
  ): Promise<Passage[]> => {
    const index = await indexes.of(tenantId);
    const found = (await index?.search(question, context)) ?? [];
    return found.map(({ document, place, text, quote, confidence }) => ({
      passageId: `${document.documentId}.${place}`,
      source: 'knowledge',
      sourceId: document.documentId,
      title: document.title,
      url: document.url,
      text,
      quote,
      locale: document.locale,
      confidence,
    }));
  };

  return async (tenant, question, locale, context = '') => {
    const passages = await documentPassages(tenant.tenantId, question, context);
    // The FAQ first: of two that are equally certain, what was written for the question.
    return ranked([...(await faqPassages(tenant, question, context)), ...passages], tenant, locale);
  };
}

function ranked(passages: readonly Passage[], tenant: Searched, locale: string): Passage[] {
  const preferred = [languageOf(locale), languageOf(tenant.defaultLocale)];
  const groupOf = (passage: Passage): number => {
    if (passage.confidence < tenant.bot.confidenceThreshold) return preferred.length + 1;
    if (passage.locale === null) return 0;
    const place = preferred.indexOf(languageOf(passage.locale));
    return place === -1 ? preferred.length : place;
  };
  return passages.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(b) - rankOf(a));
}

/** How much more certain a passage must be than an entry of the FAQ, which was written for the question. */
const ODDS_BEFORE_FAQ = 1.5;

function rankOf({ source, confidence }: Passage): number {
  // Without a limit, a certain passage would come before an entry that is certain, too.
  const odds = Math.min(CERTAIN, Math.log(confidence / (1 - confidence)));
  return odds + (source === 'faq' ? ODDS_BEFORE_FAQ : 0);
}

const CERTAIN = 50;
