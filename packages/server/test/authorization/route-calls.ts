import type { Route } from '../../src/platform/http/route';
import { ACCOUNT_CALLS } from './account-calls';
import { CONSOLE_CALLS } from './console-calls';
import { OUTER_CALLS } from './outer-calls';
import { nameOf, type Credentials, type RouteCall } from './route-call';
import type { StockedWorld } from './stocked-world';

/** How each route is called, by `METHOD path`. */
export const ROUTE_CALLS: Record<string, RouteCall> = {
  ...ACCOUNT_CALLS,
  ...CONSOLE_CALLS,
  ...OUTER_CALLS,
};

/** A route of the relay with its call. */
export function findRoute(
  routes: readonly Route[],
  name: string,
): { route: Route; call: RouteCall } {
  const route = routes.find((one) => nameOf(one) === name);
  const call = ROUTE_CALLS[name];
  if (!route || !call) throw new Error(`${name} is no route: remove it from the table`);
  return { route, call };
}

/** The credentials of the world's owner, visitor or backend, as the route's strategy needs them. */
export async function credentialsOf(
  world: StockedWorld,
  { strategy }: Route,
  call: RouteCall,
): Promise<Credentials> {
  if (call.token) return { token: await call.token(world) };
  if (strategy === 'console' || strategy === 'system') return { token: world.ownerToken };
  if (strategy === 'admin-key') return { adminKey: world.adminKey };
  if (strategy === 'tenant') {
    return { signedBy: { tenantId: world.tenantId, secret: world.tenantSecret } };
  }
  if (strategy === null) return {};
  throw new Error(`say whose token the strategy "${strategy}" takes`);
}
