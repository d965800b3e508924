import { useConsole } from '../state/console';
import { Check, Segments } from '../ui/choice';
import { useLanguage } from '../words/language';
import { Section } from '../ui/section';

export function PreferencesTab() {
  const { preferences } = useConsole();
  const { account, shell } = useLanguage().words;
  return (
    <div class="account-tab">
      <Section title={account.tabs.preferences} lead={account.preferencesLead}>
        <Segments
          label={shell.language}
          value={preferences.locale.value}
          options={[
            { value: 'fr', label: 'Français' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(locale) => {
            preferences.locale.value = locale;
          }}
        />
        <Segments
          label={shell.theme}
          value={preferences.theme.value}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: shell.themes[value],
          }))}
          onChange={(theme) => {
            preferences.theme.value = theme;
          }}
        />
        <Segments
          label={shell.density}
          value={preferences.density.value}
          options={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: shell.densities[value],
          }))}
          onChange={(density) => {
            preferences.density.value = density;
          }}
        />
        <Check
          kind="switch"
          label={shell.enterSends}
          hint={shell.enterSendsHint}
          isOn={preferences.enterSends.value}
          onChange={(isOn) => {
            preferences.enterSends.value = isOn;
          }}
        />
        <Check
          kind="switch"
          label={shell.singleKeys}
          hint={shell.singleKeysHint}
          isOn={preferences.singleKeys.value}
          onChange={(isOn) => {
            preferences.singleKeys.value = isOn;
          }}
        />
      </Section>
    </div>
  );
}
