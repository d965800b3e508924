import { written } from './bot-actions';
import type { BotAction, WrittenAction } from './bot-actions';

/** The content type of a response that is sent line by line. */
export const LINES_TYPE = 'application/x-ndjson';

/** True if the relay reads responses of lines, which older versions do not. */
export function acceptsLines(accept: string | null | undefined): boolean {
  return accept?.includes(LINES_TYPE) ?? false;
}

export interface LinesListener {
  /** Called once: with the actions that were sent, or with null if not all were. */
  end(sent: WrittenAction[] | null): Promise<void>;
  /** Called if a text throws. */
  fail(error: unknown): void;
}

/**
 * Yields the lines of a streamed response: the deltas of the text, then a `reply` without content, which makes them a
 * message. The relay shows deltas of the first reply only, so later replies are sent complete.
 */
export function linesOf(
  actions: readonly BotAction[],
  on: LinesListener,
): AsyncIterableIterator<string> {
  let hasBegun = false;
  const lines = generate(actions, on);
  return {
    next: () => {
      hasBegun = true;
      return lines.next();
    },
    return: async () => {
      // A generator that was never started would return without running its `finally`.
      if (!hasBegun) await on.end(null);
      hasBegun = true;
      return lines.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* generate(
  actions: readonly BotAction[],
  on: LinesListener,
): AsyncGenerator<string, void> {
  const sent: WrittenAction[] = [];
  let hasReplied = false;
  let isDone = false;
  try {
    yield '\n'; // a server sends its headers now: the relay waits 10 s for them, and a text may take longer
    for (const action of actions) {
      if (action.type !== 'reply' || typeof action.content === 'string' || hasReplied) {
        const whole = await written(action);
        yield toLine(whole);
        sent.push(whole);
      } else {
        let content = '';
        for await (const text of action.content) {
          if (text === '') continue;
          content += text;
          yield toLine({ type: 'delta', text });
        }
        yield toLine({ type: 'reply' });
        sent.push({ ...action, content });
      }
      hasReplied ||= action.type === 'reply';
    }
    isDone = true;
  } catch (error) {
    on.fail(error);
    throw error; // breaks the connection: the relay then says nothing
  } finally {
    await on.end(isDone ? sent : null);
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
