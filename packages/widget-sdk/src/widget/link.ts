import { takeToken } from './mailed-link';
import './queue';

/** In ms. The address is cleaned again, because a router may write the old one back, as Next.js does on hydration. */
const CLEAN_EVERY_MS = 500;

/** The last token that was found; every chat of the page may ask for it. */
let found: string | null = null;
let taken: string | null = null;

function look(): void {
  take(takeToken());
}

function take(token: string | null): void {
  if (!token) return;
  if (!taken) setInterval(clean, CLEAN_EVERY_MS);
  found = taken = token;
}

/** Takes a token out of the address. The same token again is ignored, until the visitor follows its link again. */
function clean(): void {
  const token = takeToken();
  if (token !== taken) take(token);
}

// Runs on import, because a router of the page may change the address before there is a chat. A server has none.
if (globalThis.location) {
  take(window.CRS?.link ?? null);
  look();
  // `hashchange` fires for a link opened in a tab that has the page, and for a history entry with a token.
  addEventListener('hashchange', look);
}

/** Calls `listener` once with the token of each mailed link to this tenant's chat. @returns a function that stops it */
export function watchLinks(tenantId: string, listener: (token: string) => void): () => void {
  const tell = () => {
    look();
    const token = found;
    if (!token?.startsWith(`rl_${tenantId.replaceAll('-', '')}`)) return;
    found = null;
    listener(token);
  };
  addEventListener('hashchange', tell);
  tell();
  return () => removeEventListener('hashchange', tell);
}
