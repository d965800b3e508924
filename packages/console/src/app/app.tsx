import { LocationProvider } from '../state/location';
import type { ReadonlySignal } from '@preact/signals';
import { ConsoleContext, type Console } from '../state/console';
import { ClockContext } from '../ui/time';
import { LanguageContext, type BaseLanguage } from '../words/language';
import { ConfirmPassword } from './confirm-password';
import { CrashGuard } from './crash-guard';
import { Screens } from './screens';
import { LiveRegion } from './live-region';
import { ToastList } from './toast-list';

export interface AppProps {
  shared: Console;
  language: ReadonlySignal<BaseLanguage>;
  clock: ReadonlySignal<number>;
}

export function App({ shared, language, clock }: AppProps) {
  return (
    <LanguageContext.Provider value={language}>
      <ClockContext.Provider value={clock}>
        <ConsoleContext.Provider value={shared}>
          <CrashGuard>
            <LocationProvider>
              <Screens />
            </LocationProvider>
          </CrashGuard>
          <ConfirmPassword />
          <ToastList />
          <LiveRegion />
        </ConsoleContext.Provider>
      </ClockContext.Provider>
    </LanguageContext.Provider>
  );
}
