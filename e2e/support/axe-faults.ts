import type { Page } from 'playwright-core';
import { AXE_SOURCE } from '../../packages/widget-sdk/test/support/axe';

/** Violations that axe reports for the page, best practices included. */
export async function faultsOf(page: Page): Promise<string[]> {
  // An animation that still fades in has no colours to judge.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await page.evaluate(AXE_SOURCE);
  return page.evaluate(async () => {
    interface Axe {
      run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
