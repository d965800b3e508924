import type { MatchField } from './wire';
import { pickColumns, type RowOf } from '../platform/storage/table';
import { VISITOR_SESSIONS } from '../visitors/model';

export const MATCH_FIELDS = [
  'message',
  'name',
  'email',
  'contact_email',
  'user_id',
  'attributes',
  'metadata',
] as const satisfies readonly MatchField[];
export type FactField = Exclude<MatchField, 'message'>;

export interface Facts {
  userId: string | null;
  visitorName: string | null;
  visitorEmail: string | null;
  contactEmail: string | null;
  /** JSON. */
  visitorAttributes: string | null;
  /** JSON. */
  metadata: string;
}

export interface Fact {
  field: FactField;
  /** Name of a value in `attributes` or `metadata`; null for other fields. */
  key: string | null;
  text: string;
}

export const FACT_COLUMNS = pickColumns(
  VISITOR_SESSIONS,
  'user_id',
  'visitor_name',
  'visitor_email',
  'contact_email',
  'visitor_attributes',
  'metadata',
);
export type FactRow = RowOf<typeof FACT_COLUMNS>;

export function factsOfRow(row: FactRow): Facts {
  return {
    userId: row.user_id,
    visitorName: row.visitor_name,
    visitorEmail: row.visitor_email,
    contactEmail: row.contact_email,
    visitorAttributes: row.visitor_attributes,
    metadata: row.metadata,
  };
}

/** Lists what is known about a visitor, the most telling facts first. */
export function listFacts(facts: Facts): Fact[] {
  const single = (field: FactField, text: string | null): Fact[] =>
    text === null || text === '' ? [] : [{ field, key: null, text }];
  return [
    ...single('name', facts.visitorName),
    ...single('email', facts.visitorEmail),
    ...single('contact_email', facts.contactEmail),
    ...single('user_id', facts.userId),
    ...valuesIn('attributes', facts.visitorAttributes),
    ...valuesIn('metadata', facts.metadata),
  ];
}

/** Joins the facts into one text per field, so that the limit of words per text holds for a whole JSON. */
export function textsOfFacts(facts: Facts): string[] {
  const texts = new Map<FactField, string>();
  for (const { field, text } of listFacts(facts)) {
    const before = texts.get(field);
    // The line break keeps the digits of two values from being read as one telephone number.
    texts.set(field, before === undefined ? text : `${before}\n${text}`);
  }
  return [...texts.values()];
}

/** Strings and numbers in a JSON. Recursion is safe: its depth and size were limited before it was stored. */
function valuesIn(field: FactField, json: string | null): Fact[] {
  if (json === null || json === '{}') return [];
  const facts: Fact[] = [];
  const collect = (key: string | null, value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      if (value !== '') facts.push({ field, key, text: String(value) });
    } else if (Array.isArray(value)) for (const one of value) collect(key, one);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) collect(name, one);
    }
  };
  collect(null, JSON.parse(json));
  return facts;
}
