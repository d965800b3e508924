import { RefusalError } from '../../../api/refusal';
import { Check } from '../../../ui/choice';
import { PasswordField, TextField } from '../../../ui/field';
import { useLanguage } from '../../../words/language';
import type { BaseWords } from '../../../words/words';
import type { Settings } from '../../settings/use-settings';
import type { ProviderBody } from '@chat-relay/server/wire/tenants';
import type { EditedBot, EditedProvider } from './edited-bot';

export interface ProviderFieldsProps {
  settings: Settings<EditedBot>;
  /** The relay's name of the setting. */
  setting: 'bot.model' | 'bot.embeddings';
  title: string;
  labels: { url: string; urlHint: string; name: string; key: string };
  value: { [Field in keyof EditedProvider]?: EditedProvider[Field] | null };
  onChange(fields: Partial<EditedProvider>): void;
}

/** The fields of the tenant's own model provider. Its API key can be written, and is never shown. */
export function ProviderFields(props: ProviderFieldsProps) {
  const { settings, setting, title, labels, value, onChange } = props;
  const { tenants } = useLanguage().words;
  const { error } = settings.form;
  const isForbidden =
    error instanceof RefusalError &&
    error.code === 'callback_url_forbidden' &&
    error.problems.some(({ field }) => field === `${setting}.url`);
  const hasKey = value.api_key_set === true;
  return (
    <div class="panel" role="group" aria-label={title}>
      <TextField
        label={labels.url}
        hint={labels.urlHint}
        value={value.url ?? ''}
        onChange={(url) => onChange({ url })}
        problem={isForbidden ? tenants.callbackForbidden : settings.problem(`${setting}.url`)}
      />
      <TextField
        label={labels.name}
        value={value.model ?? ''}
        onChange={(model) => onChange({ model })}
        problem={settings.problem(`${setting}.model`)}
      />
      {value.api_key !== null && (
        <PasswordField
          label={labels.key}
          hint={hasKey ? tenants.modelKeyKept : tenants.modelKeyNone}
          autocomplete="new-password"
          value={value.api_key ?? ''}
          onChange={(api_key) => onChange({ api_key })}
          problem={settings.problem(`${setting}.api_key`)}
        />
      )}
      {hasKey && (
        <Check
          label={tenants.modelForgetKey}
          isOn={value.api_key === null}
          onChange={(isOn) => onChange({ api_key: isOn ? null : '' })}
        />
      )}
    </div>
  );
}

/** The provider as the relay accepts it. The stored API key stays if none was typed. */
export function writtenProvider({ url, model, api_key }: ProviderBody): ProviderBody {
  const key = api_key === undefined || api_key === '' ? {} : { api_key };
  return { url: url.trim(), model: model.trim(), ...key };
}

/** Missing fields, by the names of the settings. */
export function providerProblems(
  setting: ProviderFieldsProps['setting'],
  value: Pick<ProviderFieldsProps['value'], 'url' | 'model'> | null | undefined,
  { required }: Pick<BaseWords['common'], 'required'>,
): Record<string, string | undefined> {
  const isMissing = (text: string | null | undefined): boolean => text?.trim() === '';
  return {
    [`${setting}.url`]: isMissing(value?.url) ? required : undefined,
    [`${setting}.model`]: isMissing(value?.model) ? required : undefined,
  };
}
