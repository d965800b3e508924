import { launchChromium } from './chromium';
import { launchFirefox } from './firefox';
import { launchWebKit } from './webkit';
import { enginePage, type DrivenBrowser, type EnginePage } from './page';

const LAUNCH = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebKit };

/** A browser for one test: its storage and cookies are empty. */
export interface EngineBrowser {
  readonly pages: readonly EnginePage[];
  /** Another page, which shares storage and cookies with the first. */
  newPage(): Promise<EnginePage>;
  close(): Promise<void>;
}

/** Starts the engine that the test project names in `TEST_ENGINE`. */
export async function launchEngine(): Promise<EngineBrowser> {
  const engine = process.env['TEST_ENGINE'] ?? 'chromium';
  const launch = LAUNCH[engine as keyof typeof LAUNCH];
  const driven: DrivenBrowser = await launch();
  const pages: EnginePage[] = [];
  return {
    pages,
    async newPage() {
      const page = enginePage(await driven.newPage());
      pages.push(page);
      return page;
    },
    close: driven.close,
  };
}
