import type { Outgoing } from '../../desk/state';
import type { Presence } from '../../desk/wire';

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

const presenceKeyOf = (accountId: string): string => `relay-console.presence.${accountId}`;

/** What the operator chose last, in any tab of this browser. */
export function readPresence(accountId: string): Presence {
  try {
    const stored = localStorage.getItem(presenceKeyOf(accountId));
    return stored === 'away' || stored === 'offline' ? stored : 'online';
  } catch {
    return 'online';
  }
}

export function keepPresence(accountId: string, presence: Presence): void {
  try {
    localStorage.setItem(presenceKeyOf(accountId), presence);
  } catch {
    // A browser that keeps nothing: the next visit begins online.
  }
}
