/** PROTOCOL: what a mailed link has after the `#`; the tenant's id without dashes, then random characters. */
const LINK = /^#relay=(rl_([0-9a-f]{32})[\w-]{43})$/;

/** The token of a mailed link to this tenant's chat. The address bar forgets it: it works once, and is secret. */
export function takeLink(tenantId: string): string | null {
  const [, token = null, tenant] = LINK.exec(location.hash) ?? [];
  if (!token || tenant !== tenantId.replaceAll('-', '')) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
