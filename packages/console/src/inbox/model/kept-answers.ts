import { browserStorage, tabStorage } from '../../browser/storage';
import { isArriving } from '@chat-relay/desk/files';
import type { DraftFile, Outgoing } from '@chat-relay/desk/state';
import type { PresenceSetting } from '@chat-relay/server/wire/operators';

/** An operator's drafts and unsent replies, kept in this tab over reloads and the end of a session. */
export interface KeptAnswers {
  drafts: Readonly<Record<string, string>>;
  files: Readonly<Record<string, readonly DraftFile[]>>;
  outgoing: readonly Outgoing[];
  delivered: Readonly<Record<string, number>>;
}

const NOTHING: KeptAnswers = { drafts: {}, files: {}, outgoing: [], delivered: {} };

/** The key has the account's id: another account that signs in here must not see them. */
const keyOf = (accountId: string): string => `relay-console.answers.${accountId}`;

export function readKept(accountId: string): KeptAnswers {
  try {
    const stored = tabStorage.read(keyOf(accountId));
    if (stored === null) return NOTHING;
    const kept = { ...NOTHING, ...(JSON.parse(stored) as KeptAnswers) }; // `keep` wrote it
    const files = Object.entries(kept.files).map(([id, of]) => [id, of.map(withoutBytes)]);
    const outgoing = kept.outgoing.map((one) => ({ ...one, files: one.files ?? [] }));
    return { ...kept, outgoing, files: Object.fromEntries(files) as KeptAnswers['files'] };
  } catch {
    return NOTHING;
  }
}

/** Marks files that had not fully arrived before the reload as gone: this page does not have their bytes. */
function withoutBytes(file: DraftFile): DraftFile {
  return isArriving(file) ? { ...file, problem: 'gone' } : file;
}

export function keep(accountId: string, kept: KeptAnswers): void {
  const isEmpty = Object.values(kept).every((all) => Object.keys(all as object).length === 0);
  tabStorage.write(keyOf(accountId), isEmpty ? null : JSON.stringify(kept));
}

const presenceKeyOf = (accountId: string): string => `relay-console.presence.${accountId}`;

/** The presence that the operator last chose in any tab of this browser. */
export function readPresence(accountId: string): PresenceSetting {
  const stored = browserStorage.read(presenceKeyOf(accountId));
  return stored === 'away' || stored === 'offline' ? stored : 'online';
}

export function keepPresence(accountId: string, presence: PresenceSetting): void {
  browserStorage.write(presenceKeyOf(accountId), presence);
}
