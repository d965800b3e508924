import { takeToken } from './mailed-link';
import './queue';

/** The last one that was found; every chat of the page may ask. */
let found: string | null = null;

function look(): void {
  found = takeToken() ?? found;
}

// At once: a router of the page may change the address before there is a chat. Not on a server.
if (globalThis.location) {
  found = window.CRS?.link ?? null;
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
