/**
 * PROTOCOL: the fragment of a mailed link: the tenant's id without dashes, then random characters. A router that
 * keeps its path in the fragment puts `/` or `!/` before it.
 */
const LINK = /^#(!?\/)?relay=(rl_[0-9a-f]{32}[\w-]{43})$/;

/** Removes the token of a mailed link from the address bar, and returns it: it is secret, and used only on request. */
export function takeToken(): string | null {
  const [, path, token = null] = LINK.exec(location.hash) ?? [];
  if (!token) return null;
  const [page = ''] = location.href.split('#');
  // A router of the page is sent to its start page. On pages without one, no event is fired.
  if (path) location.replace(`${page}#${path}`);
  else history.replaceState(history.state, '', page);
  return token;
}
