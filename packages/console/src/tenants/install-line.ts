import type { Tenant } from '@chat-relay/server/wire/tenants';

/**
 * The whole installation of the widget.
 * @param relay the relay's origin, from which this page is
 */
export const installLine = (
  relay: string,
  { tenant_id, widget_public_key }: Pick<Tenant, 'tenant_id' | 'widget_public_key'>,
): string =>
  `<script async src="${relay}/widget/loader.js" data-tenant="${tenant_id}" data-key="${widget_public_key}"></script>`;

/** What a page with a content security policy has to add. */
export const cspLines = (relay: string): string =>
  `script-src ${relay}/widget/;\nconnect-src ${relay} ${relay.replace(/^http/, 'ws')}`;
