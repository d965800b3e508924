import { Check } from '../../../ui/choice';
import { useLanguage } from '../../../words/language';
import type { Settings } from '../../settings/use-settings';
import type { EditedBot } from './edited-bot';
import { ProviderFields } from './provider-fields';

/** Switches semantic search on, and chooses its embedding model. */
export function EmbeddingsFields({ settings }: { settings: Settings<EditedBot> }) {
  const { tenants } = useLanguage().words;
  const { draft, change } = settings;
  const { embeddings } = draft;
  return (
    <>
      <Check
        label={tenants.embeddings}
        hint={draft.kind === 'model' ? tenants.embeddingsHintModel : tenants.embeddingsHint}
        isOn={embeddings !== null}
        onChange={(isOn) => change({ embeddings: isOn ? { url: '', model: '' } : null })}
      />
      {embeddings && (
        <ProviderFields
          settings={settings}
          setting="bot.embeddings"
          title={tenants.embeddings}
          labels={{
            url: tenants.embeddingsUrl,
            urlHint: tenants.embeddingsUrlHint,
            name: tenants.embeddingsName,
            key: tenants.embeddingsKey,
          }}
          value={embeddings}
          onChange={(fields) => change({ embeddings: { ...embeddings, ...fields } })}
        />
      )}
    </>
  );
}
