import { minuteOf } from '../../relay/listing';
import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { table } from '../../terminal/table';

/** Lists the pages that load a tenant's widget, with the outcome of their calls. */
export async function tenantSightings(options: GlobalOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await findTenant(api, wanted);
  const answer = await api.get('console/fetch/widget-sightings', {
    query: { tenant_id },
  });
  if (!options.json && answer.sightings.length === 0) {
    return say('No page has called in the last 30 days.');
  }
  printResult(options.json, answer, () =>
    table(
      ['ORIGIN', 'OUTCOME', 'CALLS', 'LAST', 'VERSION'],
      answer.sightings.map((sighting) => [
        sanitiseLine(sighting.origin ?? 'others'),
        sighting.outcome,
        String(sighting.count),
        minuteOf(sighting.last_seen_at),
        sanitiseLine(sighting.widget_version ?? '–'),
      ]),
    ),
  );
}
