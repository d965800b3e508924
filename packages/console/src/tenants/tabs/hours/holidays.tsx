import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button';
import { useLanguage } from '../../../words/language';

export function Holidays({
  days,
  onChange,
}: {
  days: readonly string[];
  onChange(days: string[]): void;
}) {
  const { words, format } = useLanguage();
  const { tenants, common } = words;
  const [day, setDay] = useState('');
  return (
    <fieldset class="field">
      <legend class="label">{tenants.holidays}</legend>
      <ul class="chips">
        {days.map((known) => (
          <li key={known} class="badge">
            {format.date(Date.parse(`${known}T12:00`))}
            <button
              type="button"
              aria-label={tenants.removeOne(known)}
              onClick={() => onChange(days.filter((other) => other !== known))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div class="bar">
        <input
          class="input"
          type="date"
          aria-label={tenants.holiday}
          value={day}
          onInput={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button
          onClick={() => {
            if (day !== '') onChange([...new Set([...days, day])].toSorted());
            setDay('');
          }}
        >
          {common.add}
        </Button>
      </div>
    </fieldset>
  );
}
