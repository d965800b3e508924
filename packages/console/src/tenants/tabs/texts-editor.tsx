import { directionOf, LANGUAGES, type Language } from '@chat-relay/widget-sdk/languages';
import { Loaded } from '../../records/loaded';
import { useResource } from '../../state/use-resource';
import { Select, TextArea } from '../../ui/field';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';
import type { TenantSettings } from '@chat-relay/server/wire/tenants';

export interface ChosenText {
  language: Language;
  key: string;
}

export interface TextsEditorProps {
  texts: TenantSettings['texts'];
  chosen: ChosenText;
  onChoose(chosen: ChosenText): void;
  onChange(texts: TenantSettings['texts']): void;
  /** @param field the relay's name */
  problem(field: string): string | undefined;
}

/** Isolates the direction of a text within a sentence, so that its punctuation stays next to it (UAX #9). */
const isolated = (text: string): string => `\u2068${text}\u2069`;

export function TextsEditor({ texts, chosen, onChoose, onChange, problem }: TextsEditorProps) {
  const { words, format } = useLanguage();
  const { tenants } = words;
  const { tenant_id } = useOpenTenant().tenant;
  const { language, key } = chosen;
  const originals = useResource(
    `texts ${tenant_id} ${language}`,
    (api) =>
      api.get('console/fetch/texts', {
        query: { tenant_id, language },
      }),
    'fixed',
  );
  const own = texts[language] ?? {};
  const write = (text: string): void => {
    const { [key]: _replaced, ...rest } = own;
    onChange({ ...texts, [language]: text === '' ? rest : { ...rest, [key]: text } });
  };
  return (
    <fieldset class="stack">
      <legend>{tenants.settings.texts}</legend>
      <p class="meta">{tenants.textsLead}</p>
      <Select
        label={tenants.textLanguage}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: format.language(value) }))}
        onChange={(next) => onChoose({ language: next, key })}
      />
      <Loaded from={originals}>
        {({ texts: known }) => (
          <>
            <Select
              label={tenants.whichText}
              dir={directionOf(language)}
              value={key}
              options={Object.entries(known).map(([value, text]) => ({
                value,
                label: `${own[value] === undefined ? '' : '● '}${text || tenants.settings.greeting}`,
              }))}
              onChange={(next) => onChoose({ language, key: next })}
            />
            <TextArea
              label={tenants.ownText}
              hint={known[key] ? tenants.originalText(isolated(known[key])) : tenants.greetingHint}
              isOptional
              rows={3}
              value={own[key] ?? ''}
              onChange={write}
              problem={problem(`texts.${language}.${key}`) ?? problem('texts')}
            />
          </>
        )}
      </Loaded>
    </fieldset>
  );
}
