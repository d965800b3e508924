import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { useBaseLanguage } from '../words/language';

export function ToastList() {
  const { toasts } = useConsole();
  const { words } = useBaseLanguage();
  return (
    <section class="toasts" aria-label={words.shell.toasts}>
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
