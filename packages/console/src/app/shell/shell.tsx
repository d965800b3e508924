import type { ComponentChildren } from 'preact';
import { ConnectionBanner } from '../../state/connection-banner';
import { signedIn } from '../loading/signed-in';
import { Rail } from './rail';
import { useShellActions } from '../keyboard/shell-actions';
import { useShortcuts } from '../keyboard/shortcuts';
import { useWorkspace } from '../../state/console';
import { useLanguage } from '../../words/language';

/** The inbox works on every page, and its code comes after the first one is shown. */
const InboxHost = signedIn('InboxHost');
const SessionWatch = signedIn('SessionWatch');
const Palette = signedIn('Palette');
const KeysSheet = signedIn('KeysSheet');

/** The frame around every screen of someone who is signed in. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { words } = useLanguage();
  const workspace = useWorkspace();
  const sheets = useShellActions();
  useShortcuts(sheets);
  return (
    <div class="shell">
      <a class="skip button" href="#main">
        {words.shell.skip}
      </a>
      <Rail onPalette={() => sheets.open('palette')} onKeys={() => sheets.open('keys')} />
      <div class="shell-page">
        <ConnectionBanner />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      {workspace ? <InboxHost /> : <SessionWatch />}
      {sheets.shown === 'palette' && <Palette onClose={sheets.close} />}
      {sheets.shown === 'keys' && <KeysSheet onClose={sheets.close} />}
    </div>
  );
}
