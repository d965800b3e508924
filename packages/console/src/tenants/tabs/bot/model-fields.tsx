import { Check } from '../../../ui/choice';
import { TextField } from '../../../ui/field';
import { Banner } from '../../../ui/notes';
import { useLanguage } from '../../../words/language';
import type { BaseWords } from '../../../words/words';
import type { Settings } from '../../settings/use-settings';
import type { BotModelBody } from '@chat-relay/server/wire/tenants';
import type { EditedBot, EditedModel } from './edited-bot';
import { ProviderFields, providerProblems, writtenProvider } from './provider-fields';

/** The relay's values for a bot without a model of its own. */
const RELAYS: EditedModel = { url: null, model: null, min_overlap: 0.5 };

/** The fields of the bot's model: which one, how much of an answer must come from its source, and its costs. */
export function ModelFields({ settings }: { settings: Settings<EditedBot> }) {
  const { words, format } = useLanguage();
  const { tenants } = words;
  const { draft, change } = settings;
  const model = draft.model ?? RELAYS;
  const set = (fields: Partial<EditedModel>): void => change({ model: { ...model, ...fields } });
  const isOwn = typeof model.url === 'string';
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
        <ProviderFields
          settings={settings}
          setting="bot.model"
          title={tenants.ownModel}
          labels={{
            url: tenants.modelUrl,
            urlHint: tenants.modelUrlHint,
            name: tenants.modelName,
            key: tenants.modelKey,
          }}
          value={model}
          onChange={set}
        />
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

/** The model as the relay accepts it. The stored API key stays if none was typed. */
export function writtenModel(model: EditedModel | null): BotModelBody | null {
  if (model === null) return null;
  const { url, model: name, min_overlap, api_key } = model;
  if (typeof url !== 'string') return { min_overlap };
  const key = api_key === undefined ? {} : { api_key };
  return { ...writtenProvider({ url, model: name ?? '', ...key }), min_overlap };
}

/** Missing fields, by the names of the settings. */
export function modelProblems(
  { kind, model, daily_tokens, translation }: EditedBot,
  { required, notAccepted }: Pick<BaseWords['common'], 'required' | 'notAccepted'>,
): Record<string, string | undefined> {
  if (kind !== 'model' && !translation) return {};
  const isCount = Number.isInteger(daily_tokens) && daily_tokens >= 0 && daily_tokens <= 1e9;
  return {
    ...providerProblems('bot.model', model, { required }),
    'bot.daily_tokens': isCount ? undefined : notAccepted,
  };
}
