import { useRef } from 'preact/hooks';
import { copyText } from '../browser/clipboard';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { useLanguage } from '../words/language';

/** Code, a command or a link, with a button that copies it. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const { toasts } = useConsole();
  const { common } = useLanguage().words;
  const shown = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    if (!isCopied && shown.current) getSelection()?.selectAllChildren(shown.current);
    void toasts.show(isCopied ? common.copied : common.notCopied);
  };
  return (
    <div class="code-block">
      <pre tabIndex={0} role="region" aria-label={label}>
        <code ref={shown}>{text}</code>
      </pre>
      <Button onClick={() => void copy()}>{common.copy}</Button>
    </div>
  );
}
