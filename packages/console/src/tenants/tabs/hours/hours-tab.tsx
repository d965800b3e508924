import { useContext, useState } from 'preact/hooks';
import { Segments } from '../../../ui/choice';
import { Select } from '../../../ui/field';
import { Badge } from '../../../ui/notes';
import { Section } from '../../../ui/section';
import { ClockContext } from '../../../ui/time';
import { useLanguage } from '../../../words/language';
import { dayNames, isOpen } from '../../opening';
import { SettingsForm } from '../../settings/settings-form';
import { useSettings } from '../../settings/use-settings';
import type { Hours } from '@chat-relay/server/wire/tenants';
import { Answering } from './answering';
import { Holidays } from './holidays';
import { WeekGrid } from './week-grid';

/** Office hours in the reader's time zone, as a start for a new timetable. */
const usualHours = (): Hours => ({
  timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' })),
  holidays: [],
});

export function HoursTab() {
  const { words, locale } = useLanguage();
  const { tenants, common } = words;
  const now = useContext(ClockContext).value;
  const settings = useSettings({
    read: ({ hours }) => ({ hours }),
    write: ({ hours }) => ({ hours }),
    check: ({ hours }) =>
      Object.fromEntries(
        (hours?.weekly ?? []).map(({ from, to }, index) => [
          `hours.weekly.${index}`,
          from === '' || to === '' ? common.required : undefined,
        ]),
      ),
  });
  const { hours } = settings.draft;
  const [suggested] = useState(() => hours ?? usualHours());
  const change = (fields: Partial<Hours>): void =>
    settings.change({ hours: { ...(hours ?? suggested), ...fields } });
  const zones = Intl.supportedValuesOf('timeZone');
  if (hours && !zones.includes(hours.timezone)) zones.push(hours.timezone);
  const isOpenNow = hours === null || isOpen(hours, now);
  return (
    <>
      <Section title={tenants.tabs.hours} lead={tenants.hoursLead}>
        <SettingsForm settings={settings}>
          <Segments
            label={tenants.opening}
            value={hours ? 'weekly' : 'always'}
            options={[
              { value: 'always', label: tenants.always },
              { value: 'weekly', label: tenants.weekly },
            ]}
            onChange={(value) => settings.change({ hours: value === 'always' ? null : suggested })}
          />
          <Badge tone={isOpenNow ? 'online' : 'neutral'}>
            {isOpenNow ? tenants.openNow : tenants.closedNow}
          </Badge>
          {hours && (
            <>
              <Select
                label={tenants.timezone}
                value={hours.timezone}
                options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
                problem={settings.problem('hours.timezone')}
                onChange={(timezone) => change({ timezone })}
              />
              <WeekGrid
                weekly={hours.weekly}
                names={dayNames(locale)}
                problemAt={(index) => settings.problem(`hours.weekly.${index}`)}
                onChange={(weekly) => change({ weekly })}
              />
              <Holidays days={hours.holidays} onChange={(holidays) => change({ holidays })} />
            </>
          )}
        </SettingsForm>
      </Section>
      <Answering />
    </>
  );
}
