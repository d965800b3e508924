import type { ComponentChildren } from 'preact';
import { useAct } from '../records/use-act';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Badge } from '../ui/notes';
import { Time } from '../ui/time';
import { useLanguage } from '../words/language';
import { HEALTH_TONES, outcomeText, stateOf } from './health';
import type { CallbackHealth } from '@chat-relay/server/wire/callbacks/console';

/** The health of a tenant's callbacks, in figures and in words. */
export function HealthPanel({
  tenantId,
  health,
  onResumed,
}: {
  tenantId: string;
  health: CallbackHealth;
  onResumed(): void;
}) {
  const { api } = useConsole();
  const { words, format } = useLanguage();
  const { callbacks } = words;
  const act = useAct();
  const state = stateOf(health);
  const isStopped =
    health.paused_until !== null ||
    health.probing_since !== null ||
    health.stopped_events.length > 0;
  const failure = health.last_failure;
  const figures: [label: string, value: ComponentChildren][] = [
    [callbacks.states.pending, format.number(health.pending)],
    [callbacks.states.dead, format.number(health.dead)],
    [callbacks.oldest, health.oldest_pending_at && <Time at={health.oldest_pending_at} />],
    [callbacks.lastDelivered, health.last_delivered_at && <Time at={health.last_delivered_at} />],
    [
      callbacks.lastFailure,
      failure && (
        <>
          <Time at={failure.at} /> · {outcomeText(failure.reason, words)}
        </>
      ),
    ],
  ];
  return (
    <section class={`panel ${HEALTH_TONES[state]}`} aria-label={callbacks.health}>
      <div class="bar">
        <p class="grow" role="status">
          <Badge tone={HEALTH_TONES[state]}>{callbacks.healthStates[state]}</Badge>{' '}
          {health.probing_since !== null &&
            callbacks.probing(format.minute(Date.parse(health.probing_since)))}{' '}
          {health.paused_until !== null &&
            callbacks.nextAt(format.moment(Date.parse(health.paused_until)))}{' '}
          {health.stopped_events.length > 0 && callbacks.blocked(health.stopped_events.join(', '))}
        </p>
        {isStopped && (
          <Button
            kind="primary"
            onClick={() =>
              void act(async () => {
                await api.post('console/resume/callbacks', { tenant_id: tenantId });
                onResumed();
              }, callbacks.resumed)
            }
          >
            {callbacks.resume}
          </Button>
        )}
      </div>
      <dl class="figures-list">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt class="meta">{label}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
