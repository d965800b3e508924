import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { useLanguage } from '../words/language';

/** Text to be taken elsewhere: code, a command, a link. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const { toasts } = useConsole();
  const { common } = useLanguage().words;
  return (
    <div class="code-block">
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <Button
        onClick={() =>
          void navigator.clipboard.writeText(text).then(() => toasts.show(common.copied))
        }
      >
        {common.copy}
      </Button>
    </div>
  );
}
