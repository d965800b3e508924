import { useState } from 'preact/hooks';
import {
  askForNotifications,
  notificationPermission,
  showNotification,
} from '../browser/notification';
import { playTone } from '../browser/tone';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Check } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { useLanguage } from '../words/language';

export function NotificationsDialog({ onClose }: { onClose(): void }) {
  const { preferences } = useConsole();
  const { words } = useLanguage();
  const { inbox } = words;
  const [permission, setPermission] = useState(notificationPermission());
  const isAllowed = permission === 'granted';

  const setDesktop = async (isWanted: boolean): Promise<void> => {
    if (isWanted && permission === 'default') {
      const answer = await askForNotifications();
      setPermission(answer);
      preferences.notifications.value = answer === 'granted';
      return;
    }
    preferences.notifications.value = isWanted && isAllowed;
  };
  const test = (): void => {
    if (preferences.sound.value) playTone();
    if (preferences.notifications.value && isAllowed) {
      showNotification(inbox.testTitle, { body: inbox.testText, tag: 'test', silent: true });
    }
  };
  return (
    <Dialog title={inbox.notifications} onClose={onClose}>
      <p class="muted">{inbox.notificationsLead}</p>
      <Check
        kind="switch"
        label={inbox.sound}
        hint={inbox.soundHint}
        isOn={preferences.sound.value}
        onChange={(isOn) => {
          preferences.sound.value = isOn;
        }}
      />
      <Check
        kind="switch"
        label={inbox.desktop}
        hint={permission === 'denied' ? inbox.desktopDenied : inbox.desktopHint}
        isOn={preferences.notifications.value && isAllowed}
        isDisabled={permission === 'denied'}
        onChange={(isOn) => void setDesktop(isOn)}
      />
      <div class="dialog-foot">
        <Button icon="bell" onClick={test}>
          {inbox.test}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {words.common.close}
        </Button>
      </div>
    </Dialog>
  );
}
