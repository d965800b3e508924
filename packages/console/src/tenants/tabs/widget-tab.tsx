import { chooseLanguage, LANGUAGES } from '@chat-relay/widget-sdk/languages';
import { contrastOn } from '@chat-relay/widget-sdk/contrast';
import { useState } from 'preact/hooks';
import { Check, Segments } from '../../ui/choice';
import { Select, TextArea, TextField } from '../../ui/field';
import { Section } from '../../ui/section';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';
import type { WidgetSettings } from '@chat-relay/server/wire/tenants';
import { SettingsForm } from '../settings/settings-form';
import { useSettings } from '../settings/use-settings';
import { TextsEditor, type ChosenText } from './texts-editor';
import { WidgetPreview } from './widget-preview';

const USUAL_COLOUR = '#2456d6';

export function WidgetTab() {
  const { words, format } = useLanguage();
  const { tenants, common } = words;
  const settings = useSettings({
    read: ({ tenant_name, default_locale, widget, rating, attachments, texts }) => ({
      tenant_name,
      default_locale,
      widget,
      rating,
      attachments,
      texts,
    }),
    write: ({ tenant_name, widget, ...rest }) => ({
      ...rest,
      tenant_name: tenant_name.trim(),
      widget: { ...widget, greeting: widget.greeting?.trim() || null },
    }),
    check: ({ tenant_name }) => ({
      tenant_name: tenant_name.trim() === '' ? common.required : undefined,
    }),
  });
  const { draft, change } = settings;
  const { default_locale, widget, attachments } = draft;
  const { theme } = widget;
  const changeWidget = (fields: Partial<WidgetSettings>): void =>
    change({ widget: { ...widget, ...fields } });
  const changeTheme = (fields: Partial<WidgetSettings['theme']>): void =>
    changeWidget({ theme: { ...theme, ...fields } });
  const { bot } = useOpenTenant().tenant;
  const [chosen, setChosen] = useState<ChosenText>(() => ({
    language: chooseLanguage(default_locale),
    key: 'greeting',
  }));
  const own = draft.texts[chosen.language] ?? {};
  const isListed = LANGUAGES.some((language) => language === default_locale);
  // A language that was set through the API may be one that the console does not list: keep it.
  const languages = isListed ? LANGUAGES : [...LANGUAGES, default_locale];
  return (
    <Section title={tenants.tabs.widget} lead={tenants.widgetLead} isWide>
      <div class="with-preview">
        <SettingsForm settings={settings}>
          <TextField
            label={tenants.name}
            hint={tenants.nameHint}
            value={draft.tenant_name}
            onChange={(tenant_name) => change({ tenant_name })}
            problem={settings.problem('tenant_name')}
          />
          <TextArea
            label={tenants.settings.greeting}
            hint={tenants.greetingHint}
            isOptional
            rows={3}
            value={widget.greeting ?? ''}
            onChange={(greeting) => changeWidget({ greeting })}
            problem={settings.problem('widget.greeting')}
          />
          <Select
            label={tenants.settings.default_locale}
            hint={tenants.localeHint}
            value={default_locale}
            options={languages.map((code) => ({ value: code, label: format.language(code) }))}
            onChange={(locale) => {
              change({ default_locale: locale });
              setChosen({ ...chosen, language: chooseLanguage(locale) });
            }}
            problem={settings.problem('default_locale')}
          />
          <Check
            label={tenants.ownColour}
            isOn={theme.accent_color !== null}
            onChange={(isOn) => changeTheme({ accent_color: isOn ? USUAL_COLOUR : null })}
          />
          {theme.accent_color !== null && (
            <div class="bar">
              <input
                type="color"
                aria-label={tenants.settings.accent_color}
                value={theme.accent_color}
                onInput={({ currentTarget }) => changeTheme({ accent_color: currentTarget.value })}
              />
              <span class="meta">
                {tenants.contrast(
                  format.number(Math.floor(contrastOn(theme.accent_color) * 10) / 10),
                )}
              </span>
            </div>
          )}
          <Segments
            label={tenants.settings.position}
            value={theme.position}
            options={(['left', 'right'] as const).map((value) => ({
              value,
              label: tenants.positions[value],
            }))}
            onChange={(position) => changeTheme({ position })}
          />
          <Check
            label={tenants.settings.cross_device}
            hint={tenants.crossDeviceHint}
            isOn={widget.cross_device}
            onChange={(cross_device) => changeWidget({ cross_device })}
          />
          <Check
            label={tenants.settings.ask_email}
            hint={tenants.askEmailHint}
            isOn={widget.ask_email}
            onChange={(ask_email) => changeWidget({ ask_email })}
          />
          <Check
            label={tenants.settings.rating}
            hint={tenants.ratingHint}
            isOn={draft.rating}
            onChange={(rating) => change({ rating })}
          />
          <Check
            label={tenants.settings.share_page}
            hint={tenants.sharePageHint}
            isOn={widget.share_page}
            onChange={(share_page) => changeWidget({ share_page })}
          />
          <Check
            label={tenants.settings.attachments}
            hint={tenants.attachmentsHint(format.size(attachments.max_bytes))}
            isOn={attachments.enabled}
            onChange={(enabled) => change({ attachments: { ...attachments, enabled } })}
          />
          <TextsEditor
            texts={draft.texts}
            chosen={chosen}
            onChoose={setChosen}
            onChange={(texts) => change({ texts })}
            problem={settings.problem}
          />
        </SettingsForm>
        <WidgetPreview
          name={draft.tenant_name}
          language={chosen.language}
          greeting={own['greeting'] ?? (widget.greeting?.trim() || (bot.greeting ?? ''))}
          texts={own}
          line={chosen.key.startsWith('line') ? own[chosen.key] : undefined}
          theme={theme}
          hasBot={bot.kind !== 'none'}
        />
      </div>
    </Section>
  );
}
