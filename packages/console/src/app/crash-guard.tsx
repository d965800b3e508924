import { Component, type ComponentChildren } from 'preact';
import { Button } from '../ui/button';
import { Empty } from '../ui/notes';
import { useBaseLanguage } from '../words/language';

interface Props {
  children: ComponentChildren;
}

/** Catches errors of a screen, and shows an error page in place of a blank one. */
export class CrashGuard extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static override getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render({ children }: Props, { hasCrashed }: { hasCrashed: boolean }) {
    return hasCrashed ? <Crashed /> : children;
  }
}

function Crashed() {
  const { words } = useBaseLanguage();
  return (
    <main class="alone">
      <Empty icon="warning" isPage title={words.shell.crashTitle}>
        <p>{words.shell.crashText}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          {words.shell.reload}
        </Button>
      </Empty>
    </main>
  );
}
