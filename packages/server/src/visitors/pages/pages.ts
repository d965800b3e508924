import { iso } from '../../platform/clock';
import { isReadable, withoutUnreadable } from '../../platform/readable';
import type { PageVisit } from '../wire';

/** A page of the tenant's site that a visitor was on. */
export interface VisitedPage {
  /** Has the session's origin, and no user info, query or fragment. */
  url: string;
  title: string;
  /** In ms since 1970: the time at which the visitor came to this page. */
  at: number;
}

const MAX_URL = 2_048;
const MAX_TITLE = 200;
/** In code points. A longer segment of a path is likely a key or a person's name, so it is replaced by `…`. */
const MAX_SEGMENT = 24;
/** The number of pages that are kept, the current one included. */
export const MAX_PAGES = 10;

/** The page in the form that is kept; null if it has another origin, or no readable address or title. */
export function cleanPage(
  given: { url: string; title: string },
  origin: string,
): Pick<VisitedPage, 'url' | 'title'> | null {
  const url = cleanUrl(given.url, origin);
  const title = cut(withoutUnreadable(given.title), MAX_TITLE).trim();
  return url === null || !isReadable(title) ? null : { url, title };
}

function cleanUrl(text: string, origin: string): string | null {
  // Checked in the form that was sent, because parsing silently removes control characters.
  if (text.length > MAX_URL || !isReadable(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // `blob:` addresses have the origin of their page, so the scheme is checked as well.
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

/** Cuts between code points, because half of a surrogate pair can't be stored. */
function cut(text: string, max: number): string {
  return Array.from(text).slice(0, max).join('');
}

/** Adds pages, the latest first; returns the same list if they change nothing. */
export function withPages(
  known: readonly VisitedPage[],
  added: readonly VisitedPage[],
): readonly VisitedPage[] {
  let pages = known;
  for (const page of added) {
    const [current, ...earlier] = pages;
    if (current?.url !== page.url) pages = [page, ...pages].slice(0, MAX_PAGES);
    // The title alone has changed: applications often set it after the address.
    else if (current.title !== page.title) pages = [{ ...current, title: page.title }, ...earlier];
  }
  return pages;
}

/** Reads the column `current_page`; null if there is no page. */
export function readPage(text: string | null): VisitedPage | null {
  return text === null ? null : (JSON.parse(text) as VisitedPage); // only this server writes it
}

/**
 * The address to which a mail leads a visitor: the current page, else the origin. An address with a shortened segment
 * leads nowhere, so it is not used.
 */
export function returnAddress(currentPage: string | null, origin: string): string {
  const { url } = readPage(currentPage) ?? {};
  return url?.startsWith(`${origin}/`) && !url.includes('…') ? url : `${origin}/`;
}

/** Reads both columns, the latest page first. */
export function readPages(row: {
  current_page: string | null;
  earlier_pages: string | null;
}): VisitedPage[] {
  const current = readPage(row.current_page);
  const earlier = JSON.parse(row.earlier_pages ?? '[]') as VisitedPage[];
  return current ? [current, ...earlier] : [];
}

export function pageView({ url, title, at }: VisitedPage): PageVisit {
  return { url, title, at: iso(at) };
}
