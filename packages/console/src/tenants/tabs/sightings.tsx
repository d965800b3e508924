import { Loaded } from '../../records/loaded';
import { useAct } from '../../records/use-act';
import { useConsole } from '../../state/console';
import type { Resource } from '../../state/use-resource';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Badge, type Tone } from '../../ui/notes';
import type { Sighting } from '@chat-relay/server/wire/visitors/sightings';
import { Time } from '../../ui/time';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';

const TONES: Record<Sighting['outcome'], Tone> = {
  accepted: 'online',
  origin_not_allowed: 'late',
  wrong_key: 'late',
  suspended: 'waiting',
};

export function Sightings({ from }: { from: Resource<{ sightings: Sighting[] }> }) {
  const { api } = useConsole();
  const { words, format } = useLanguage();
  const { tenants } = words;
  const { tenant, put } = useOpenTenant();
  const act = useAct();
  const { tenant_id, version, allowed_origins: allowed } = tenant;

  const add = (origin: string): Promise<void> =>
    act(async () => {
      const body = { tenant_id, version, allowed_origins: [...allowed, origin] };
      put((await api.post('console/update/tenant', body)).tenant);
    }, tenants.originAdded(origin));
  return (
    <Loaded from={from}>
      {({ sightings }) =>
        sightings.length === 0 ? (
          <p class="muted">{tenants.noSightings}</p>
        ) : (
          <DataTable
            label={tenants.sightings}
            rows={sightings}
            keyOf={({ origin, outcome }) => `${origin} ${outcome}`}
            columns={[
              {
                name: 'origin',
                label: tenants.origin,
                cell: ({ origin }) => <bdi>{origin ?? tenants.otherOrigins}</bdi>,
              },
              {
                name: 'outcome',
                label: tenants.outcome,
                cell: ({ outcome }) => (
                  <Badge tone={TONES[outcome]}>{tenants.outcomes[outcome]}</Badge>
                ),
              },
              {
                name: 'count',
                label: tenants.calls,
                isFigure: true,
                cell: ({ count }) => format.number(count),
              },
              {
                name: 'last',
                label: tenants.lastSeen,
                cell: ({ last_seen_at }) => <Time at={last_seen_at} />,
              },
              {
                name: 'actions',
                label: '',
                cell: ({ origin, outcome }) =>
                  outcome === 'origin_not_allowed' &&
                  origin !== null &&
                  !allowed.includes(origin) && (
                    <Button icon="plus" onClick={() => void add(origin)}>
                      {tenants.addIt}
                      <span class="hidden"> {origin}</span>
                    </Button>
                  ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
