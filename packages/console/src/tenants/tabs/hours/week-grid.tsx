import { Button } from '../../../ui/button';
import { useLanguage } from '../../../words/language';
import type { Shift } from '@chat-relay/server/wire/tenants';

export interface WeekGridProps {
  weekly: readonly Shift[];
  /** Names of the days, from Monday. */
  names: readonly string[];
  problemAt(index: number): string | undefined;
  onChange(weekly: Shift[]): void;
}

export function WeekGrid({ weekly, names, problemAt, onChange }: WeekGridProps) {
  const { tenants } = useLanguage().words;
  return (
    <ul class="week lines">
      {names.map((name, index) => {
        const day = index + 1;
        const shifts = weekly.flatMap((shift, place) =>
          shift.day === day ? [{ shift, place }] : [],
        );
        return (
          <li key={day}>
            <span class="week-day">{name}</span>
            <div class="grow stack week-shifts">
              {shifts.length === 0 && <span class="muted">{tenants.closed}</span>}
              {shifts.map(({ shift, place }) => (
                <div class="bar" key={place}>
                  {(['from', 'to'] as const).map((end) => (
                    <input
                      key={end}
                      class="input"
                      type="time"
                      aria-label={`${name}, ${tenants.ends[end]}`}
                      aria-invalid={problemAt(place) ? true : undefined}
                      value={shift[end]}
                      onInput={({ currentTarget }) =>
                        onChange(weekly.with(place, { ...shift, [end]: currentTarget.value }))
                      }
                    />
                  ))}
                  <Button
                    kind="plain"
                    icon="trash"
                    label={tenants.removeOne(`${name} ${shift.from}`)}
                    onClick={() => onChange(weekly.toSpliced(place, 1))}
                  />
                  {shift.to !== '' && shift.to <= shift.from && (
                    <span class="meta">{tenants.nextDay}</span>
                  )}
                  {problemAt(place) && <p class="problem">{problemAt(place)}</p>}
                </div>
              ))}
            </div>
            <Button
              kind="plain"
              icon="plus"
              label={tenants.addShift(name)}
              onClick={() => onChange([...weekly, { day, from: '09:00', to: '18:00' }])}
            />
          </li>
        );
      })}
    </ul>
  );
}
