import { Check, Segments } from '../../../ui/choice';
import { TextArea, TextField } from '../../../ui/field';
import { Button } from '../../../ui/button';
import { Section } from '../../../ui/section';
import { useLanguage } from '../../../words/language';
import { SettingsForm } from '../../settings/settings-form';
import { useSettings } from '../../settings/use-settings';
import { BotCases } from './bot-cases';
import { BotTester } from './bot-tester';
import { EmbeddingsFields } from './embeddings-fields';
import { FaqEditor } from './faq-editor';
import { ModelFields, modelProblems } from './model-fields';
import { providerProblems } from './provider-fields';
import { linesOf, readBot, withoutBlank, writeBot } from './written-bot';

/** Settings of the bot: whether it answers first, how sure it must be, and its model. */
export function BotTab() {
  const { words, format } = useLanguage();
  const { tenants, translation, common } = words;
  const settings = useSettings({
    read: readBot,
    write: writeBot,
    check: (bot) => ({
      ...modelProblems(bot, common),
      ...providerProblems('bot.embeddings', bot.embeddings, common),
      ...Object.fromEntries(
        withoutBlank(bot).restricted_topics.map(({ phrases }, index) => [
          `bot.restricted_topics.${index}`,
          phrases.length === 0 ? common.required : undefined,
        ]),
      ),
    }),
  });
  const { draft, change } = settings;
  const answersHere = draft.kind === 'builtin' || draft.kind === 'model';
  // Only the stored model is tried, because its tokens cost money.
  const tried = {
    ...withoutBlank(draft),
    model: undefined,
    embeddings: undefined,
    daily_tokens: undefined,
  };
  const topics = draft.restricted_topics;
  const setTopics = (restricted_topics: typeof topics): void => change({ restricted_topics });
  return (
    <>
      <Section title={tenants.botTitle} lead={tenants.botLead}>
        <SettingsForm settings={settings}>
          <Segments
            label={tenants.botKind}
            value={draft.kind}
            options={(['builtin', 'model', 'tenant', 'none'] as const).map((value) => ({
              value,
              label: tenants.botKinds[value],
            }))}
            onChange={(kind) => change({ kind })}
          />
          {draft.kind !== 'none' && (
            <TextField
              label={tenants.botName}
              hint={tenants.botNameHint}
              isOptional
              value={draft.display_name ?? ''}
              onChange={(name) => change({ display_name: name === '' ? null : name })}
              maxLength={80}
            />
          )}
          <Check
            label={translation.setting}
            hint={translation.settingHint}
            isOn={draft.translation === true}
            onChange={(isOn) => change({ translation: isOn })}
          />
          {(draft.kind === 'model' || draft.translation) && <ModelFields settings={settings} />}
          {(answersHere || draft.embeddings) && <EmbeddingsFields settings={settings} />}
          {answersHere && (
            <>
              <label class="field">
                <span class="label">
                  {tenants.threshold(format.number(draft.confidence_threshold))}
                </span>
                <input
                  type="range"
                  min="0"
                  max="1"
                  step="0.01"
                  value={draft.confidence_threshold}
                  onInput={({ currentTarget }) =>
                    change({ confidence_threshold: currentTarget.valueAsNumber })
                  }
                />
                <span class="hint">{tenants.thresholdHint}</span>
              </label>
              {topics.map((topic, index) => (
                <div class="panel" key={index} role="group" aria-label={tenants.topic(index + 1)}>
                  <TextArea
                    label={tenants.topic(index + 1)}
                    hint={tenants.phrasesHint}
                    rows={2}
                    value={topic.phrases.join('\n')}
                    problem={settings.problem(`bot.restricted_topics.${index}`)}
                    onChange={(text) =>
                      setTopics(topics.with(index, { ...topic, phrases: linesOf(text) }))
                    }
                  />
                  <TextArea
                    label={tenants.topicReply}
                    isOptional
                    rows={2}
                    value={topic.reply ?? ''}
                    onChange={(reply) => setTopics(topics.with(index, { ...topic, reply }))}
                  />
                  <Button icon="trash" onClick={() => setTopics(topics.toSpliced(index, 1))}>
                    {common.remove}
                    <span class="hidden"> {tenants.topic(index + 1)}</span>
                  </Button>
                </div>
              ))}
              <Button
                icon="plus"
                onClick={() => setTopics([...topics, { phrases: [''], reply: null }])}
              >
                {tenants.addTopic}
              </Button>
            </>
          )}
        </SettingsForm>
      </Section>
      {answersHere && (
        <>
          <FaqEditor />
          <BotTester bot={tried} isUnsaved={settings.isChanged} />
          <BotCases bot={tried} isUnsaved={settings.isChanged} />
        </>
      )}
    </>
  );
}
