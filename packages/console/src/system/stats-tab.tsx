import { Loaded } from '../records/loaded';
import { useResource } from '../state/use-resource';
import { useLanguage } from '../words/language';

const NAMES = ['workspaces', 'tenants', 'admins', 'operators', 'pending_assignments'] as const;

export function StatsTab() {
  const { words, format } = useLanguage();
  const stats = useResource('system-stats', (api) => api.get('console/system/fetch/stats'), {
    everyMs: 10_000,
  });
  return (
    <Loaded from={stats} rows={1}>
      {(data) => (
        <dl class="figures-list large">
          {NAMES.map((name) => (
            <div key={name}>
              <dt class="meta">{words.system.stats[name]}</dt>
              <dd>{format.number(data[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </Loaded>
  );
}
