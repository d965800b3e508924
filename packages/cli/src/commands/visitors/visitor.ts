import { EXIT, ExitError } from '../../errors';

/** A visitor: one session, or a user with all of their sessions. */
export type VisitorRef = { session_id: string } | { user_id: string };

export interface VisitorOptions {
  tenant?: string;
  session?: string;
  user?: string;
}

/** Returns the visitor of `--session` or `--user`. @throws {ExitError} 2 unless exactly one is given */
export function visitorOf({ session, user }: VisitorOptions): VisitorRef {
  if (session !== undefined && user === undefined) {
    if (/^vs_[\w-]{1,61}$/.test(session)) return { session_id: session };
    throw new ExitError(
      EXIT.usage,
      'The id of a session begins with vs_. relayctl conversation show prints it; --user takes the id of a user.',
    );
  }
  if (user !== undefined && session === undefined) return { user_id: user };
  throw new ExitError(EXIT.usage, 'Give --session or --user, one of them.');
}

/** The message for a session that is unknown, or belongs to another tenant. */
export const NO_SESSION =
  'This tenant has no such session. relayctl conversation show prints the session of a conversation.';

/** Names the visitor in a sentence. */
export function describeVisitor(ref: VisitorRef): string {
  return 'user_id' in ref ? `the user ${ref.user_id}` : `the session ${ref.session_id}`;
}
