import { iso } from '../../platform/clock';
import { isReadable, withoutUnreadable } from '../../platform/readable';
import type { PageVisit } from '../wire';

/** A page of the tenant's site that a visitor was on. */
export interface VisitedPage {
  /** Of the session's origin, without user info, query and fragment. */
  url: string;
  title: string;
  /** When the visitor came there, in ms. */
  at: number;
}

const MAX_URL = 2_048;
const MAX_TITLE = 200;
/** Longer ones are rather keys and names of people than words. */
const MAX_SEGMENT = 24;
/** The current one and those before it. */
export const MAX_PAGES = 10;

/** The page as it may be kept; null for one that is not of this origin, or has no readable address or title. */
export function cleanPage(
  given: { url: string; title: string },
  origin: string,
): Pick<VisitedPage, 'url' | 'title'> | null {
  const url = cleanUrl(given.url, origin);
  const title = cut(withoutUnreadable(given.title), MAX_TITLE).trim();
  return url === null || !isReadable(title) ? null : { url, title };
}

function cleanUrl(text: string, origin: string): string | null {
  // As sent: parsing would silently remove control characters.
  if (text.length > MAX_URL || !isReadable(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // `blob:` addresses have the origin of their page, too.
  if (!/^https?:$/.test(url.protocol) || url.origin !== origin) return null;
  return origin + url.pathname.split('/').map(shortSegment).join('/');
}

function shortSegment(segment: string): string {
  return Array.from(decoded(segment)).length > MAX_SEGMENT ? '…' : segment;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** By code points: half of a pair can't be stored. */
function cut(text: string, max: number): string {
  return Array.from(text).slice(0, max).join('');
}

/** The pages with these added, the latest first; the same list if they add nothing. */
export function withPages(
  known: readonly VisitedPage[],
  added: readonly VisitedPage[],
): readonly VisitedPage[] {
  let pages = known;
  for (const page of added) {
    const [current, ...earlier] = pages;
    if (current?.url !== page.url) pages = [page, ...pages].slice(0, MAX_PAGES);
    // An application often sets the title after the address.
    else if (current.title !== page.title) pages = [{ ...current, title: page.title }, ...earlier];
  }
  return pages;
}

/** From the column of a session; null: none. */
export function readPage(text: string | null): VisitedPage | null {
  return text === null ? null : (JSON.parse(text) as VisitedPage); // only this server writes it
}

/**
 * Where a visitor comes back to: the page of the session's column, else the origin.
 * An address with a shortened segment leads nowhere.
 */
export function returnAddress(currentPage: string | null, origin: string): string {
  const { url } = readPage(currentPage) ?? {};
  return url?.startsWith(`${origin}/`) && !url.includes('…') ? url : `${origin}/`;
}

/** From both columns of a session, the latest first. */
export function readPages(row: {
  current_page: string | null;
  earlier_pages: string | null;
}): VisitedPage[] {
  const current = readPage(row.current_page);
  const earlier = JSON.parse(row.earlier_pages ?? '[]') as VisitedPage[];
  return current ? [current, ...earlier] : [];
}

/** For operators and exports. */
export function pageView({ url, title, at }: VisitedPage): PageVisit {
  return { url, title, at: iso(at) };
}
