import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ConnectionBanner } from '../state/connection-banner';
import { Palette } from './palette';
import { KeysSheet } from './keys-sheet';
import { Rail } from './rail';
import { useShellActions } from './shell-actions';
import { useShortcuts } from './shortcuts';
import { useLanguage } from '../words/language';

/** The frame around every screen of someone who is signed in. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { words } = useLanguage();
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
      <InboxHost />
      {sheets.shown === 'palette' && <Palette onClose={sheets.close} />}
      {sheets.shown === 'keys' && <KeysSheet onClose={sheets.close} />}
    </div>
  );
}

/** The inbox works on every page, and its code comes after the first one is shown. */
function InboxHost() {
  const [Host, setHost] = useState<FunctionComponent | null>(null);
  useEffect(() => {
    import('../inbox/inbox-host').then(
      (file) => setHost(() => file.InboxHost),
      () => {}, // gone after an upgrade: the inbox's own page loads the tab again
    );
  }, []);
  return Host && <Host />;
}
