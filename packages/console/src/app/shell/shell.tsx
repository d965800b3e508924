import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConnectionBanner } from '../../state/connection-banner';
import { fetchManagementPages, inboxPart } from '../loading/parts';
import { Rail } from './rail';
import { TitleLayer } from './title-layer';
import { useShellActions } from '../keyboard/shell-actions';
import { useShortcuts } from '../keyboard/shortcuts';
import { useWorkspace } from '../../state/console';
import { useLanguage } from '../../words/language';

/** The inbox runs on every page; its code loads after the first page is shown. */
const InboxHost = inboxPart('InboxHost');
const SessionWatch = inboxPart('SessionWatch');
const Palette = inboxPart('Palette');
const KeysSheet = inboxPart('KeysSheet');

/** The frame around every screen after sign-in. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { words } = useLanguage();
  const workspace = useWorkspace();
  const sheets = useShellActions();
  useShortcuts(sheets);
  useEffect(fetchManagementPages, []);
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
      <TitleLayer />
      {sheets.shown === 'palette' && <Palette onClose={sheets.close} />}
      {sheets.shown === 'keys' && <KeysSheet onClose={sheets.close} />}
    </div>
  );
}
