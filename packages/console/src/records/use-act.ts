import { useConsole } from '../state/console';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';

/** Runs an action at once, such as a menu's, and shows a toast with its success or its failure. */
export function useAct(): (work: () => Promise<unknown>, done?: string) => Promise<void> {
  const { toasts } = useConsole();
  const language = useLanguage();
  return async (work, done) => {
    try {
      await work();
      if (done !== undefined) void toasts.show(done);
    } catch (error) {
      void toasts.show(refusalText(error, language), { forMs: 10_000 });
    }
  };
}
