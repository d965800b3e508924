import Joi from 'joi';
import { iso } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { time } from '../../platform/http/fields';
import type { Route } from '../../platform/http/route';
import type { TenantDirectory } from '../../tenants/directory';
import { tenantIdFields } from '../../tenants/schemas';
import { consoleRoutesFor } from '../../workspaces/principal';
import type { Roles } from '../../workspaces/roles';
import { SIGHTING_OUTCOMES, type Sighting } from './sighting';
import type { Sightings } from './sightings';
import type { Sighting as SightingView } from './wire';
import type { SightingResponses } from './wire';

const consoleRoute = consoleRoutesFor<SightingResponses>();
const sightingsAnswer = Joi.object<{ sightings: SightingView[] }, true>({
  sightings: Joi.array()
    .items(
      Joi.object<SightingView, true>({
        origin: Joi.string().allow(null).required(),
        outcome: Joi.string()
          .valid(...SIGHTING_OUTCOMES)
          .required(),
        count: Joi.number().integer().required(),
        first_seen_at: time.required(),
        last_seen_at: time.required(),
        widget_version: Joi.string().allow(null).required(),
      }).id('Sighting'),
    )
    .required(),
});

export interface SightingRoutesOptions {
  directory: Pick<TenantDirectory, 'find'>;
  roles: Roles;
  sightings: Pick<Sightings, 'read'>;
}

/** Routes for owners and admins: the pages that load a tenant's widget. */
export function sightingRoutes({ directory, roles, sightings }: SightingRoutesOptions): Route[] {
  return [
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      method: 'GET',
      path: '/console/fetch/widget-sightings',
      summary: 'From which pages the widget of a tenant calls, and with which outcome',
      query: tenantIdFields,
      answer: sightingsAnswer,
      handle: async ({ query: { tenant_id: tenantId }, principal }) => {
        const tenant = await directory.find(tenantId);
        if (!tenant) throw new AppError('not_found');
        await roles.requireRole(principal.accountId, tenant.workspaceId, 'admin');
        return { sightings: (await sightings.read(tenantId)).map(sightingView) };
      },
    }),
  ];
}

function sightingView(sighting: Sighting): SightingView {
  const { origin, outcome, count, firstSeenAt, lastSeenAt, widgetVersion } = sighting;
  return {
    origin,
    outcome,
    count,
    first_seen_at: iso(firstSeenAt),
    last_seen_at: iso(lastSeenAt),
    widget_version: widgetVersion,
  };
}
