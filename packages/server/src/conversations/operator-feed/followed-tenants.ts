import type { Following } from '../live/channels';
import type { Hub } from '../live/hub';

/** The tenants whose inboxes are open on this node. */
export interface FollowedTenants {
  /** Resolves when later changes in these tenants are no longer missed. */
  follow(tenantIds: Iterable<string>): Promise<void>;
  set(tenantIds: ReadonlySet<string>): Promise<void>;
}

export function createFollowedTenants(hub: Pick<Hub, 'followTenant'>): FollowedTenants {
  const followed = new Map<string, Following>();
  const follow = async (tenantIds: Iterable<string>): Promise<void> => {
    const readies: Promise<void>[] = [];
    for (const tenantId of tenantIds) {
      const following = followed.get(tenantId) ?? hub.followTenant(tenantId);
      followed.set(tenantId, following);
      readies.push(following.ready);
    }
    await Promise.all(readies);
  };
  return {
    follow,
    set: async (tenantIds) => {
      for (const [tenantId, following] of followed) {
        if (tenantIds.has(tenantId)) continue;
        following.stop();
        followed.delete(tenantId);
      }
      await follow(tenantIds);
    },
  };
}
