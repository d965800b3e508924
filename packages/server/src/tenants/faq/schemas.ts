import Joi from 'joi';
import { page, type Page, patterned, uuid } from '../../platform/http/fields';
import { pageAnswer } from '../../platform/http/paging';
import { faqEntryFields, version } from '../schemas';
import type { FaqEntry } from '../tenant';
import type { FaqEntriesResponse, FaqEntry as FaqEntryView, FaqEntryResponse } from '../wire';
import { FAQ_ENTRY_ID, type IdentifiedEntry } from './entries';
import type { FaqChange } from './service';

const { questions, answer, locale } = faqEntryFields;
const entryId = patterned(FAQ_ENTRY_ID, 'must be the id of an entry');

interface EntryBody {
  questions: string[];
  answer: string;
  locale?: string | null;
}

export interface CreateFaqEntryBody extends EntryBody {
  tenant_id: string;
  version?: number;
}

export const createFaqEntryBody = Joi.object<CreateFaqEntryBody>({
  tenant_id: uuid.required(),
  questions: questions.required(),
  answer: answer.required(),
  locale,
  version,
});

export interface FaqEntryIdBody {
  faq_entry_id: string;
  version?: number;
}

export const faqEntryIdBody = Joi.object<FaqEntryIdBody>({
  faq_entry_id: entryId.required(),
  version,
});

export interface UpdateFaqEntryBody extends FaqEntryIdBody, Partial<EntryBody> {}

export const updateFaqEntryBody = Joi.object<UpdateFaqEntryBody>({
  faq_entry_id: entryId.required(),
  questions,
  answer,
  locale,
  version,
});

export interface FaqEntriesQuery extends Page {
  tenant_id: string;
}

export const faqEntriesQuery = Joi.object<FaqEntriesQuery>({ ...page, tenant_id: uuid.required() });

const entryShape = Joi.object<FaqEntryView, true>({
  faq_entry_id: entryId.required(),
  questions: questions.required(),
  answer: answer.required(),
  locale: locale.required(),
}).id('FaqEntry');

export const faqEntryAnswer = Joi.object<FaqEntryResponse, true>({
  faq_entry: entryShape.required(),
  version: version.required(),
});
export const faqEntriesAnswer = pageAnswer('faq_entries', entryShape).append<FaqEntriesResponse>({
  version: version.required(),
});

/** Reads the given fields of an entry. */
export function givenEntry(body: Partial<EntryBody>): Partial<FaqEntry> {
  return {
    ...(body.questions && { questions: body.questions }),
    ...(body.answer !== undefined && { answer: body.answer }),
    ...(body.locale !== undefined && { locale: body.locale }),
  };
}

export function faqEntryView({
  id,
  questions: asked,
  answer: said,
  locale: spoken,
}: IdentifiedEntry): FaqEntryView {
  return { faq_entry_id: id, questions: asked, answer: said, locale: spoken };
}

export function faqChangeView({ entry, version: now }: FaqChange): FaqEntryResponse {
  return { faq_entry: faqEntryView(entry), version: now };
}
