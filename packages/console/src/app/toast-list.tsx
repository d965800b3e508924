import { useRef } from 'preact/hooks';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { useBaseLanguage } from '../words/language';

export function ToastList() {
  const { toasts } = useConsole();
  const { words } = useBaseLanguage();
  const cameFrom = useRef<HTMLElement | null>(null);
  // Closing the toast removes the button that has the focus: it returns to where it came from.
  const goBack = (): void =>
    void requestAnimationFrame(() => {
      if (document.activeElement === document.body) cameFrom.current?.focus();
    });
  return (
    <section
      class="toasts"
      aria-label={words.shell.toasts}
      onClick={goBack}
      onFocusIn={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
          cameFrom.current = relatedTarget;
        }
      }}
    >
      {toasts.shown.value.map(({ id, text, action }) => (
        <div class="toast" key={id}>
          <span class="grow">{text}</span>
          {action && (
            <button type="button" class="link-button" onClick={() => action.run()}>
              {action.label}
            </button>
          )}
          <Button
            kind="plain"
            icon="close"
            label={words.common.close}
            onClick={() => toasts.dismiss(id)}
          />
        </div>
      ))}
    </section>
  );
}
