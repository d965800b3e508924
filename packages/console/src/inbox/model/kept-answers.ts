import type { Outgoing } from '../../desk/state';

/** What an operator has written, kept in this tab over reloads and the end of a session. */
export interface KeptAnswers {
  drafts: Readonly<Record<string, string>>;
  outgoing: readonly Outgoing[];
}

const NOTHING: KeptAnswers = { drafts: {}, outgoing: [] };

/** One account's answers are never shown to another one that signs in here. */
const keyOf = (accountId: string): string => `relay-console.answers.${accountId}`;

export function readKept(accountId: string): KeptAnswers {
  try {
    const stored = sessionStorage.getItem(keyOf(accountId));
    return stored === null ? NOTHING : (JSON.parse(stored) as KeptAnswers); // written below
  } catch {
    return NOTHING;
  }
}

export function keep(accountId: string, { drafts, outgoing }: KeptAnswers): void {
  try {
    if (outgoing.length === 0 && Object.keys(drafts).length === 0) {
      sessionStorage.removeItem(keyOf(accountId));
    } else {
      sessionStorage.setItem(keyOf(accountId), JSON.stringify({ drafts, outgoing }));
    }
  } catch {
    // A browser that keeps nothing: the answers last as long as the page.
  }
}
