import type { PresentedToken } from '../accounts/sessions/console-scheme';
import { createAddressGuard } from '../callbacks/delivery/address-guard';
import { createCallbackProxy } from '../callbacks/delivery/callback-proxy';
import { readInboxScope } from '../operators/inbox-scope';
import { createOperatorActivity } from '../operators/activity';
import { createOperatorPresence } from '../operators/presence';
import { createOperators } from '../operators/service';
import { createTenantDeletion } from '../tenants/deletion';
import { createFaq } from '../tenants/faq/service';
import { createTenantDirectory } from '../tenants/directory';
import { createTenantSecrets } from '../tenants/secrets';
import { createTenants } from '../tenants/service';
import type { ConsolePrincipal } from '../workspaces/principal';
import type { AccountsBuilt } from '../accounts/build';
import type { Infrastructure } from './infrastructure';

export type TenancyPart = ReturnType<typeof buildTenancy>;

export function buildTenancy(
  infrastructure: Infrastructure,
  { accounts, roles, invitations, members }: AccountsBuilt,
) {
  const { config, database, keys, clock, log, audit, hub, lifecycle } = infrastructure;
  const { isLocal, limits } = config;

  const guard = createAddressGuard({ allowCidrs: config.callbackAllowCidrs, isLocal });
  const { callbackProxy: proxyUrl } = config;
  const callbackProxy = proxyUrl === null ? null : createCallbackProxy(proxyUrl, { log });
  if (callbackProxy) lifecycle.register({ name: 'callback proxy', stop: callbackProxy.close });
  const directory = createTenantDirectory({ database, clock, log });
  // Registered first: the listeners after it look the tenant up, and must not find the cached one.
  hub.watch((notice) => {
    if (notice.kind === 'tenant-changed') directory.forget(notice.tenantId);
  });
  const secrets = createTenantSecrets({ database, directory, keys: keys.tenantSecret, clock });
  const present = { database, clock, log, awayAfterMs: config.operatorAwayReleaseMs };
  const presence = createOperatorPresence(present);
  const activity = createOperatorActivity(present);
  lifecycle.register({ name: 'activity of operators', ...activity });
  const operators = createOperators({
    database,
    clock,
    audit,
    roles,
    directory,
    presence,
    invitations,
    members,
  });
  const tenants = createTenants({
    maxPerWorkspace: limits.tenants_per_workspace,
    database,
    directory,
    secrets,
    clock,
    isLocal,
    roles,
    audit,
    checkCallbackUrl: guard.checkUrl,
    keys: keys.tenantSecret,
    hasModel: config.model !== null,
    tenantIdsServedBy: operators.tenantIdsServedBy,
    answerFor: operators.answerFor,
  });

  return {
    guard,
    callbackProxy,
    directory,
    secrets,
    presence,
    operators,
    tenants,
    deletion: createTenantDeletion({ database, directory, clock, roles, audit }),
    faq: createFaq({ database, directory, clock, roles, audit }),
    inboxScope: (accountId: string) => readInboxScope(database.read, accountId),
    /** Every authenticated request, and every open live feed, shows that the operator is active. */
    authenticate: async (presented: PresentedToken): Promise<ConsolePrincipal> => {
      const principal = await accounts.consoleAuth.authenticate(presented);
      // Awaited: a conversation that the operator claims now must not count as an absent operator's.
      await activity
        .touch(principal.accountId)
        .catch((error: unknown) =>
          log.warn(
            { event: 'operator.touch_failed', err: error },
            'could not store that an operator is active',
          ),
        );
      return principal;
    },
  };
}
