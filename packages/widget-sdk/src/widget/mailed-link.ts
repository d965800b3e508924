/**
 * PROTOCOL: what a mailed link has after the `#`: the tenant's id without dashes, then random characters. A router that
 * keeps its path there puts `/` or `!/` before it.
 */
const LINK = /^#(!?\/)?relay=(rl_[0-9a-f]{32}[\w-]{43})$/;

/** Takes the token of a mailed link out of the address bar: it is secret, and may open nothing before a person asks. */
export function takeToken(): string | null {
  const [, path, token = null] = LINK.exec(location.hash) ?? [];
  if (!token) return null;
  const [page = ''] = location.href.split('#');
  // The router of the page goes to its start page. Without one, nothing is told.
  if (path) location.replace(`${page}#${path}`);
  else history.replaceState(history.state, '', page);
  return token;
}
