import { vi } from 'vitest';
import { findElement } from './find-element';

const PATIENCE_MS = 10_000;

/** A page as an engine drives it. Expressions are JavaScript that runs in the page. */
export interface DrivenPage {
  goto(url: string): Promise<void>;
  /** The expression's value as JSON can carry it; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** The element that the expression gives, or null. */
  element(expression: string): Promise<DrivenElement | null>;
  /** Sets the viewport, in CSS pixels, or the window if the engine has a smallest one. */
  resize(width: number, height: number): Promise<void>;
}

/** An element that gets real clicks and keys. */
export interface DrivenElement {
  click(): Promise<void>;
  /** Types at the end of what is there. */
  type(text: string): Promise<void>;
  pressEnter(): Promise<void>;
}

/** A started engine with a profile of its own. */
export interface DrivenBrowser {
  /** Another page of the same profile. */
  newPage(): Promise<DrivenPage>;
  /** Ends the browser's processes and removes its profile. */
  close(): Promise<void>;
}

/** A selector, alone or with the element's label or whole text. */
export type Target = string | readonly [selector: string, name: string];

/** A page in any engine. Targets are what can be seen, in open shadow roots too. */
export interface EnginePage extends Pick<DrivenPage, 'goto' | 'resize'> {
  /** `click`, `type` and `pressEnter` wait until the target is visible and enabled. */
  click(target: Target): Promise<void>;
  type(target: Target, text: string): Promise<void>;
  pressEnter(target: Target): Promise<void>;
  /**
   * Runs `reading` in the page with the target's element, and returns its result; null while there is no such element.
   */
  read<Value>(target: Target, reading: (found: HTMLElement) => Value): Promise<Value | null>;
  /** Runs a function in the page. It takes and gives what JSON can carry. */
  evaluate<Args extends unknown[], Value>(
    work: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value>;
}

export function enginePage(driven: DrivenPage): EnginePage {
  const act = (target: Target, action: (found: DrivenElement) => Promise<void>) =>
    vi.waitFor(
      async () => {
        const found = await driven.element(
          `((found) => (found?.matches(':disabled') ? null : found))(${finding(target)})`,
        );
        if (!found) throw new Error(`the page does not offer ${String(target)}`);
        await action(found);
      },
      { timeout: PATIENCE_MS, interval: 50 },
    );

  return {
    goto: driven.goto,
    resize: driven.resize,
    click: (target) => act(target, (found) => found.click()),
    type: (target, text) => act(target, (found) => found.type(text)),
    pressEnter: (target) => act(target, (found) => found.pressEnter()),
    read: async <Value>(target: Target, reading: (found: HTMLElement) => Value) =>
      (await driven.evaluate(
        `((found) => found && (${String(reading)})(found))(${finding(target)})`,
      )) as Value | null,
    evaluate: async <Args extends unknown[], Value>(
      work: (...args: Args) => Value | Promise<Value>,
      ...args: Args
    ) => (await driven.evaluate(`(${String(work)})(...${JSON.stringify(args)})`)) as Value,
  };
}

const finding = (target: Target): string =>
  `(${String(findElement)})(...${JSON.stringify([target].flat())})`;
