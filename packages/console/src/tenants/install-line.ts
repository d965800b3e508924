import type { Tenant } from '@chat-relay/server/wire/tenants';

/**
 * The HTML that installs the widget.
 * @param relay the relay's origin, which serves this page
 */
export const installLine = (
  relay: string,
  { tenant_id, widget_public_key }: Pick<Tenant, 'tenant_id' | 'widget_public_key'>,
): string =>
  `<script async src="${relay}/widget/loader.js" data-tenant="${tenant_id}" data-key="${widget_public_key}"></script>`;

/** Additions to the content security policy of a page with the widget. */
export const cspLines = (relay: string): string =>
  `script-src ${relay}/widget/;\nconnect-src ${relay} ${relay.replace(/^http/, 'ws')}`;
