import { takeToken } from './mailed-link';
import './queue';

/** A router writes the address back that it has read before: Next.js does so once it has hydrated the page. */
const CLEAN_EVERY_MS = 500;

/** The last one that was found; every chat of the page may ask. */
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

/** The same token again is no new link: only a visitor who follows it once more is asked once more. */
function clean(): void {
  const token = takeToken();
  if (token !== taken) take(token);
}

// At once: a router of the page may change the address before there is a chat. Not on a server.
if (globalThis.location) {
  take(window.CRS?.link ?? null);
  look();
  // A link that is opened in a tab with the page, and an entry of the history that still has one.
  addEventListener('hashchange', look);
}

/** Calls `listener` with the token of each mailed link to this tenant's chat, once. @returns stops it */
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
