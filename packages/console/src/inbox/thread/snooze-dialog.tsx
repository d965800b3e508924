import { useState } from 'preact/hooks';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { useForm } from '../../ui/form';
import { useLanguage } from '../../words/language';
import { snoozeChoices, snoozeEnd } from '../model/snooze';

export interface SnoozeDialogProps {
  onChoose(untilMs: number): void;
  onClose(): void;
}

export function SnoozeDialog({ onChoose, onClose }: SnoozeDialogProps) {
  const { words, format } = useLanguage();
  const { inbox, common } = words;
  const [openedMs] = useState(() => Date.now());
  const [typed, setTyped] = useState('');
  const labels = {
    hour: inbox.snoozeHour,
    tomorrow: inbox.snoozeTomorrow,
    monday: inbox.snoozeMonday,
  };
  const untilMs = snoozeEnd(typed, Date.now());
  const form = useForm({
    problems: { at: untilMs === null ? inbox.snoozeWrong : undefined },
    send: async () => {
      if (untilMs !== null) onChoose(untilMs);
    },
  });
  return (
    <Dialog title={inbox.snoozeTitle} onClose={onClose} onSubmit={form.submit}>
      <p class="muted">{inbox.snoozeHint}</p>
      <ul class="receivers">
        {snoozeChoices(openedMs).map(([choice, atMs], index) => (
          <li key={choice}>
            <button
              type="button"
              class="menu-item"
              autofocus={index === 0}
              onClick={() => onChoose(atMs)}
            >
              <span class="grow">{labels[choice]}</span>
              <span class="meta">{format.minute(atMs)}</span>
            </button>
          </li>
        ))}
      </ul>
      <TextField
        label={inbox.snoozeAt}
        type="datetime-local"
        value={typed}
        onChange={setTyped}
        problem={form.problem('at')}
      />
      <div class="dialog-foot">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" type="submit">
          {inbox.snoozeDo}
        </Button>
      </div>
    </Dialog>
  );
}
