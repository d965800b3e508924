import { useConsole } from '../state/console';
import { useResource } from '../state/resource';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';

const NAMES = ['workspaces', 'tenants', 'admins', 'operators', 'pending_assignments'] as const;

export function StatsTab() {
  const { api } = useConsole();
  const language = useLanguage();
  const { system } = language.words;
  const { data, error } = useResource('system-stats', () =>
    api.get<Record<(typeof NAMES)[number], number>>('console/system/fetch/stats'),
  );
  if (error !== null) return <Banner tone="late">{refusalText(error, language)}</Banner>;
  if (!data) return <SkeletonRows rows={1} heightPx={64} />;
  return (
    <dl class="figures-list large">
      {NAMES.map((name) => (
        <div key={name}>
          <dt class="meta">{system.stats[name]}</dt>
          <dd>{language.format.number(data[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
