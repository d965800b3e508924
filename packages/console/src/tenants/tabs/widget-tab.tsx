import { contrastOn } from '@chat-relay/widget-sdk/contrast';
import { Check, Segments } from '../../ui/choice';
import { Select, TextArea, TextField } from '../../ui/field';
import { Section } from '../../ui/section';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';
import { SettingsForm } from '../settings/settings-form';
import { useSettings } from '../settings/use-settings';
import { WidgetPreview } from './widget-preview';

const USUAL_COLOUR = '#2456d6';
const LOCALES = ['fr', 'en', 'de', 'es', 'ar'];

/** What visitors see. */
export function WidgetTab() {
  const { words, format } = useLanguage();
  const { tenants, common } = words;
  const settings = useSettings({
    read: ({ tenant_name, default_locale, widget, rating }) => ({
      name: tenant_name,
      language: default_locale,
      greeting: widget.greeting ?? '',
      colour: widget.theme.accent_color,
      position: widget.theme.position,
      isCrossDevice: widget.cross_device,
      askEmail: widget.ask_email,
      rating,
      sharesPage: widget.share_page,
    }),
    write: ({
      name,
      language,
      greeting,
      colour,
      position,
      isCrossDevice,
      askEmail,
      rating,
      sharesPage,
    }) => ({
      tenant_name: name.trim(),
      default_locale: language,
      widget: {
        greeting: greeting.trim() === '' ? null : greeting.trim(),
        theme: { accent_color: colour, position },
        cross_device: isCrossDevice,
        ask_email: askEmail,
        share_page: sharesPage,
      },
      rating,
    }),
    check: ({ name }) => ({ tenant_name: name.trim() === '' ? common.required : undefined }),
  });
  const { draft, change } = settings;
  const { bot } = useOpenTenant().tenant;
  const languages = LOCALES.includes(draft.language) ? LOCALES : [...LOCALES, draft.language];
  return (
    <Section title={tenants.tabs.widget} lead={tenants.widgetLead}>
      <div class="with-preview">
        <SettingsForm settings={settings}>
          <TextField
            label={tenants.name}
            hint={tenants.nameHint}
            value={draft.name}
            onChange={(name) => change({ name })}
            problem={settings.problem('tenant_name')}
          />
          <TextArea
            label={tenants.settings.greeting}
            hint={tenants.greetingHint}
            isOptional
            rows={3}
            value={draft.greeting}
            onChange={(greeting) => change({ greeting })}
            problem={settings.problem('widget.greeting')}
          />
          <Select
            label={tenants.settings.default_locale}
            hint={tenants.localeHint}
            value={draft.language}
            options={languages.map((code) => ({ value: code, label: format.language(code) }))}
            onChange={(language) => change({ language })}
            problem={settings.problem('default_locale')}
          />
          <Check
            label={tenants.ownColour}
            isOn={draft.colour !== null}
            onChange={(isOn) => change({ colour: isOn ? USUAL_COLOUR : null })}
          />
          {draft.colour !== null && (
            <div class="bar">
              <input
                type="color"
                aria-label={tenants.settings.accent_color}
                value={draft.colour}
                onInput={({ currentTarget }) => change({ colour: currentTarget.value })}
              />
              <span class="meta">
                {tenants.contrast(format.number(Math.floor(contrastOn(draft.colour) * 10) / 10))}
              </span>
            </div>
          )}
          <Segments
            label={tenants.settings.position}
            value={draft.position}
            options={(['left', 'right'] as const).map((value) => ({
              value,
              label: tenants.positions[value],
            }))}
            onChange={(position) => change({ position })}
          />
          <Check
            label={tenants.settings.cross_device}
            hint={tenants.crossDeviceHint}
            isOn={draft.isCrossDevice}
            onChange={(isCrossDevice) => change({ isCrossDevice })}
          />
          <Check
            label={tenants.settings.ask_email}
            hint={tenants.askEmailHint}
            isOn={draft.askEmail}
            onChange={(askEmail) => change({ askEmail })}
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
            isOn={draft.sharesPage}
            onChange={(sharesPage) => change({ sharesPage })}
          />
        </SettingsForm>
        <WidgetPreview
          {...draft}
          greeting={draft.greeting.trim() || (bot.greeting ?? '')}
          hasBot={bot.kind !== 'none'}
        />
      </div>
    </Section>
  );
}
