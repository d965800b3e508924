import { useConsole } from '../state/console';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';

/** Does something at once, such as an entry of a menu, and says that it is done or why it is not. */
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
