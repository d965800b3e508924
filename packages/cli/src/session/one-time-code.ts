import { typedDigits } from '@chat-relay/desk/typed-digits';
import { probe } from '../relay/probe';
import { RelayRefusalError } from '../relay/refusals';
import { say } from '../terminal/output';
import { ask, assertInteractive, isInteractive } from '../terminal/prompt';

/** How to get a code of six digits, and how to check it. */
export interface CodeRequest<Answer> {
  question: string;
  /** Advice if there is no terminal to type it in. */
  insteadUse: string;
  /** A code that was given in advance. */
  given?: string | undefined;
  verify: (code: string) => Promise<Answer>;
}

/**
 * Call this before asking for a mail with a code: a code that can't be typed must not be sent. In local mode
 * without mail the relay returns the code.
 * @throws {ExitError} 2 without a terminal
 */
export async function assertCodeCanBeTyped(url: string, insteadUse: string): Promise<void> {
  if (isInteractive()) return;
  const { body } = await probe(url, 'readyz'); // behind a proxy that hides it: empty
  if (body['mail'] !== 'unset') assertInteractive(insteadUse);
}

/** Asks for a mailed code like `untilRight`. In local mode without mail the response has the code, and it is used. */
export function answerSentCode<Answer>(
  { dev_otp }: { dev_otp?: string },
  notice: string,
  request: CodeRequest<Answer>,
): Promise<Answer> {
  if (dev_otp !== undefined) {
    say('This relay runs in local mode without mail and has filled in the code.');
    return request.verify(dev_otp);
  }
  say(notice);
  return untilRight(request);
}

/** Asks for a code until it is right. The relay counts the attempts and ends the challenge. */
export async function untilRight<Answer>({
  question,
  insteadUse,
  given,
  verify,
}: CodeRequest<Answer>): Promise<Answer> {
  if (given) return verify(given);
  for (;;) {
    const code = typedDigits(await ask(question, insteadUse));
    if (!/^\d{6}$/.test(code) && isInteractive()) {
      say('A code has 6 digits.');
      continue;
    }
    try {
      return await verify(code);
    } catch (error) {
      const isWrong =
        error instanceof RelayRefusalError && ['otp_invalid', 'totp_invalid'].includes(error.code);
      if (!isWrong) throw error;
      say(error.message);
    }
  }
}
