import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Section } from '../../ui/section';
import { useLanguage } from '../../words/language';
import { meantOrigin } from '../origin';
import { SettingsForm } from '../settings/settings-form';
import { useSettings } from '../settings/use-settings';

/** The origins whose pages may show the widget. */
export function OriginsTab() {
  const { tenants, common } = useLanguage().words;
  const settings = useSettings({
    read: ({ allowed_origins }) => ({ origins: allowed_origins }),
    write: ({ origins }) => ({ allowed_origins: origins.map(meantOrigin) }),
    check: ({ origins }) =>
      Object.fromEntries(
        origins.map((origin, index) => [
          `allowed_origins.${index}`,
          origin.trim() === '' ? common.required : undefined,
        ]),
      ),
  });
  const { origins } = settings.draft;
  /** A refusal names origins by position, so it no longer fits after one is added or removed. */
  const replace = (changed: string[]): void => {
    settings.form.forget();
    settings.change({ origins: changed });
  };
  return (
    <Section title={tenants.settings.allowed_origins} lead={tenants.originsLead}>
      <SettingsForm settings={settings}>
        {origins.length === 0 && <p class="muted">{tenants.noOrigins}</p>}
        <ul class="entries">
          {origins.map((origin, index) => (
            <li key={index}>
              <TextField
                label={tenants.originAt(index + 1)}
                value={origin}
                problem={settings.problem(`allowed_origins.${index}`)}
                onChange={(value) => settings.change({ origins: origins.with(index, value) })}
                hasFocus={origin === ''}
              />
              <Button
                kind="plain"
                icon="trash"
                label={tenants.removeOne(origin)}
                onClick={() => replace(origins.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
        <Button icon="plus" onClick={() => replace([...origins, ''])}>
          {tenants.addOrigin}
        </Button>
        <p class="meta">{tenants.originsHint}</p>
      </SettingsForm>
    </Section>
  );
}
