import { TextField } from '../../ui/field';
import { Section } from '../../ui/section';
import { useLanguage } from '../../words/language';
import { SettingsForm } from '../settings/settings-form';
import { useSettings } from '../settings/use-settings';

export function Retention() {
  const { tenants } = useLanguage().words;
  const settings = useSettings({
    read: ({ retention }) => ({ days: String(retention.messages_days ?? '') }),
    write: ({ days }) => ({ retention: { messages_days: days === '' ? null : Number(days) } }),
  });
  return (
    <Section title={tenants.settings.retention}>
      <SettingsForm settings={settings}>
        <TextField
          type="number"
          label={tenants.keptDays}
          hint={tenants.keptDaysHint}
          isOptional
          value={settings.draft.days}
          problem={settings.problem('retention.messages_days')}
          onChange={(days) => settings.change({ days })}
        />
      </SettingsForm>
    </Section>
  );
}
