import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { AXE_SOURCE } from '../../packages/widget-sdk/test/support/axe';

/** A page that counts violations of its content security policy and uncaught errors. */
export async function newConsolePage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    ...options,
  });
  return newTab(await context.newPage());
}

/** Another tab of the same browser. */
export async function newTab(page: Page): Promise<Page> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { consoleFaults: seen });
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
    addEventListener('error', ({ message }) => seen.push(message));
    addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)));
  });
  return page;
}

/** The page's problems so far: requests blocked by the policy, and uncaught errors. */
export function faultsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { consoleFaults } = globalThis as unknown as { consoleFaults: string[] };
    const isLost = document.body.innerText.includes('undefined');
    return isLost ? [...consoleFaults, 'a text of the page is undefined'] : consoleFaults;
  });
}

/** Violations that axe reports for the page, best practices included. */
export async function axeFaults(page: Page): Promise<string[]> {
  // An animation that still fades in has no colours to judge. One that follows a scroller never ends.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map(({ finished }) => finished),
    ),
  );
  // The page's policy allows no foreign script; the browser's debugger is not bound by it.
  const door = await page.context().newCDPSession(page);
  await door.send('Runtime.evaluate', { expression: AXE_SOURCE });
  const { result } = await door.send('Runtime.evaluate', {
    expression: `axe.run().then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await door.detach();
  return result.value as string[];
}

/**
 * Elements that stick out of the window at a side. The page's own width does not show it: `main` scrolls. A part that
 * scrolls or cuts its contents, such as a row of tabs, may be wider than the window.
 */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const mayBeWider = (element: Element): boolean => {
      const around = element.parentElement;
      if (!around || around.id === 'main') return false;
      return getComputedStyle(around).overflowX !== 'visible' || mayBeWider(around);
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isInside = left >= -1 && right <= innerWidth + 1;
        if (isInside || width === 0 || !element.checkVisibility()) return false;
        return !element.closest('.hidden, .skip') && !mayBeWider(element);
      })
      .map((element) => `sticks out: ${element.outerHTML.slice(0, 120)}`);
  });
}

/** Sentences that stand on the screen twice. Rows of lists may say the same. */
export function saidTwice(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = new Set<string>();
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const text = own
          .map(({ data }: Node & { data?: string }) => data)
          .join('')
          .trim();
        const isSentence = text.length > 24 && text.includes(' ');
        if (!isSentence || !element.checkVisibility()) return false;
        if (element.closest('.hidden, li, tr, option, [data-conversation]')) return false;
        const isAgain = seen.has(text);
        seen.add(text);
        return isAgain;
      })
      .map((element) => `said twice: ${element.textContent ?? ''}`);
  });
}

export interface Credentials {
  email: string;
  password: string;
}

/** Limits of a whole office: everyone in these tests has the same address. */
export const OFFICE_LIMITS = {
  LIMIT_REGISTER_PER_IP: '1000',
  LIMIT_LOGIN_PER_IP: '1000',
  LIMIT_VERIFY_PER_IP: '1000',
  LIMIT_CREATE_SESSION_PER_IP: '1000',
  LIMIT_SOCKET_PER_IP: '1000',
  LIMIT_CONSOLE_PER_IP: '10000',
  LIMIT_MAILS_PER_RECIPIENT_HOUR: '1000',
  LIMIT_MAILS_PER_RECIPIENT_DAY: '1000',
};

/** Signs in with the password, then with the code that a relay without mail shows on the page. */
export async function signInHere(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('heading', { name: 'Connexion' }).waitFor();
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('button', { name: 'Remplir' }).click();
}

/** Opens the sign-in page, signs in and waits for the inbox. */
export async function signInTo(page: Page, url: string, credentials: Credentials): Promise<void> {
  await page.goto(`${url}/console/sign-in`);
  await signInHere(page, credentials);
  await page.getByRole('navigation', { name: 'Navigation principale' }).waitFor();
  expect(page.url()).toContain('/console/inbox');
}
