import { useEffect, useRef } from 'preact/hooks';
import { scoreText } from '../../../hand-overs/match-text';
import { Dialog } from '../../../ui/dialog';
import { useLanguage } from '../../../words/language';
import { useOpenTenant } from '../../open-tenant';
import { SettingsForm } from '../../settings/settings-form';
import { useSettings } from '../../settings/use-settings';
import { MinimumPreview } from './minimum-preview';
import { readBot, writeBot } from './written-bot';

/** Edits the minimum score at which the bot answers, with a preview of its effect. */
export function MinimumDialog({
  start,
  onClose,
  onSaved,
}: {
  /** First value of the slider. */
  start: number;
  onClose(): void;
  onSaved(): void;
}) {
  const language = useLanguage();
  const { tenants, handOvers, common } = language.words;
  const { tenant } = useOpenTenant();
  const settings = useSettings({ read: readBot, write: writeBot });
  const { draft, change, isChanged } = settings;
  const { confidence_threshold: minimum } = draft;
  const stored = useRef(tenant.bot.confidence_threshold);
  useEffect(() => {
    if (start >= 0 && start <= 1) change({ confidence_threshold: start });
  }, []);
  useEffect(() => {
    const { confidence_threshold: now } = tenant.bot;
    // Another person's new value does not move the slider.
    if (now === stored.current || now !== minimum) return;
    onSaved();
    onClose();
  }, [tenant.bot.confidence_threshold]);
  const leave = (): void => {
    if (!isChanged || confirm(common.leaveUnsaved)) onClose();
  };
  return (
    <Dialog title={handOvers.minimumTitle} isWide onClose={leave}>
      <p class="muted">{handOvers.minimumLead}</p>
      <SettingsForm settings={settings} onLeave={leave}>
        <label class="field">
          <span class="label">{tenants.threshold(scoreText(minimum, language))}</span>
          <input
            type="range"
            min="0"
            max="1"
            step="0.01"
            value={minimum}
            onInput={({ currentTarget }) =>
              change({ confidence_threshold: currentTarget.valueAsNumber })
            }
          />
          <span class="hint">{tenants.thresholdHint}</span>
        </label>
        <MinimumPreview minimum={minimum} />
      </SettingsForm>
    </Dialog>
  );
}
