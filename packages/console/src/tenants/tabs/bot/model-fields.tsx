import { Refusal } from '../../../api/refusal';
import { Check } from '../../../ui/choice';
import { PasswordField, TextField } from '../../../ui/field';
import { Banner } from '../../../ui/notes';
import { useLanguage } from '../../../words/language';
import type { BaseWords } from '../../../words/words';
import type { Settings } from '../../settings/use-settings';
import type { BotModelBody } from '@chat-relay/server/wire/tenants';
import type { EditedBot, EditedModel } from './edited-bot';

/** As the relay has it for a bot without a model of its own. */
const RELAYS: EditedModel = { url: null, model: null, min_overlap: 0.5 };

/** Which model is asked, how much of a source it has to use, and what it may cost. */
export function ModelFields({ settings }: { settings: Settings<EditedBot> }) {
  const { words, format } = useLanguage();
  const { tenants } = words;
  const { draft, change, form } = settings;
  const model = draft.model ?? RELAYS;
  const set = (fields: Partial<EditedModel>): void => change({ model: { ...model, ...fields } });
  const isOwn = typeof model.url === 'string';
  const isForbidden = form.error instanceof Refusal && form.error.code === 'callback_url_forbidden';
  const hasKey = model.api_key_set === true;
  return (
    <>
      {!isOwn && settings.problem('bot.model') && (
        <Banner tone="late">{tenants.modelMissing}</Banner>
      )}
      <Check
        label={tenants.ownModel}
        hint={tenants.ownModelHint}
        isOn={isOwn}
        onChange={(isOn) => {
          const { min_overlap } = model;
          const place = isOn ? '' : null;
          change({ model: { url: place, model: place, min_overlap } });
        }}
      />
      {isOwn && (
        <div class="panel" role="group" aria-label={tenants.ownModel}>
          <TextField
            label={tenants.modelUrl}
            hint={tenants.modelUrlHint}
            value={model.url ?? ''}
            onChange={(url) => set({ url })}
            problem={isForbidden ? tenants.callbackForbidden : settings.problem('bot.model.url')}
          />
          <TextField
            label={tenants.modelName}
            value={model.model ?? ''}
            onChange={(name) => set({ model: name })}
            problem={settings.problem('bot.model.model')}
          />
          {model.api_key !== null && (
            <PasswordField
              label={tenants.modelKey}
              hint={hasKey ? tenants.modelKeyKept : tenants.modelKeyNone}
              autocomplete="new-password"
              value={model.api_key ?? ''}
              onChange={(api_key) => set({ api_key })}
              problem={settings.problem('bot.model.api_key')}
            />
          )}
          {hasKey && (
            <Check
              label={tenants.modelForgetKey}
              isOn={model.api_key === null}
              onChange={(isOn) => set({ api_key: isOn ? null : '' })}
            />
          )}
        </div>
      )}
      {draft.kind === 'model' && (
        <label class="field">
          <span class="label">{tenants.overlap(format.number(model.min_overlap))}</span>
          <input
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={model.min_overlap}
            onInput={({ currentTarget }) => set({ min_overlap: currentTarget.valueAsNumber })}
          />
          <span class="hint">{tenants.overlapHint}</span>
        </label>
      )}
      <TextField
        label={tenants.dailyTokens}
        hint={tenants.dailyTokensHint}
        type="number"
        value={Number.isNaN(draft.daily_tokens) ? '' : String(draft.daily_tokens)}
        onChange={(text) => change({ daily_tokens: text === '' ? NaN : Number(text) })}
        problem={settings.problem('bot.daily_tokens')}
      />
    </>
  );
}

/** As the relay takes it: a stored key stays if none was typed. */
export function writtenModel(model: EditedModel | null): BotModelBody | null {
  if (model === null) return null;
  const { url, model: name, min_overlap, api_key } = model;
  if (typeof url !== 'string') return { min_overlap };
  return {
    url: url.trim(),
    model: name?.trim() ?? '',
    min_overlap,
    ...(api_key !== undefined && api_key !== '' && { api_key }),
  };
}

/** What is missing, by the names of the settings. */
export function modelProblems(
  { kind, model, daily_tokens, translation }: EditedBot,
  { required, notAccepted }: Pick<BaseWords['common'], 'required' | 'notAccepted'>,
): Record<string, string | undefined> {
  if (kind !== 'model' && !translation) return {};
  const isMissing = (text: string | null | undefined): boolean => text?.trim() === '';
  const isCount = Number.isInteger(daily_tokens) && daily_tokens >= 0 && daily_tokens <= 1e9;
  return {
    'bot.model.url': isMissing(model?.url) ? required : undefined,
    'bot.model.model': isMissing(model?.model) ? required : undefined,
    'bot.daily_tokens': isCount ? undefined : notAccepted,
  };
}
