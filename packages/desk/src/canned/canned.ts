import { fold } from '../fold';
import type { DeskState } from '../state';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import type { Row } from '../wire';

/** Values of a canned reply's variables. An empty one also removes the space before its variable. */
export interface CannedValues {
  visitor: string;
  operator: string;
  tenant: string;
}

const VARIABLE = /([ \u00a0]?)\{\{\s*(visitor|operator|tenant)\.name\s*\}\}/g;

/** Replaces `{{visitor.name}}`, `{{operator.name}}` and `{{tenant.name}}` in a canned reply. */
export function fillCanned(content: string, values: CannedValues): string {
  return content.replace(VARIABLE, (_all, space: string, name: keyof CannedValues) =>
    values[name] === '' ? '' : space + values[name],
  );
}

/** Values of the variables for this conversation. */
export function cannedValues({ me, tenants }: DeskState, row: Row): CannedValues {
  return {
    visitor: row.visitor.unverified.display_name ?? '',
    operator: me.name,
    tenant: tenants[row.tenant_id]?.tenant_name ?? '',
  };
}

/** Canned replies of the conversation's workspace that match what was typed after `/`. */
export function offerCanned({ canned, tenants }: DeskState, row: Row, text: string): CannedReply[] {
  const workspaceId = tenants[row.tenant_id]?.workspace_id ?? '';
  return findCanned(canned, { workspaceId, locale: row.locale, text });
}

/**
 * Canned replies that match what was typed after `/`, best first: by the start of the shortcut, its middle, then the
 * text. Replies in the visitor's language come before those for every language; other languages are last.
 */
export function findCanned(
  replies: readonly CannedReply[],
  search: { workspaceId: string; locale: string; text: string },
): CannedReply[] {
  const wanted = fold(search.text);
  const language = search.locale.slice(0, 2).toLowerCase();
  return replies
    .filter((reply) => reply.workspace_id === search.workspaceId)
    .flatMap((reply) => {
      const place = placeOf(reply, wanted);
      return place === null ? [] : [{ reply, rank: place * 3 + languageRank(reply, language) }];
    })
    .toSorted((a, b) => a.rank - b.rank || (a.reply.shortcut < b.reply.shortcut ? -1 : 1))
    .map(({ reply }) => reply);
}

/** Finds a `/shortcut` that is being typed and ends at the cursor; null if there is none. */
export function slashBefore(text: string, cursor: number): { from: number; text: string } | null {
  const found = /(?:^|\s)\/([^\s/]{0,64})$/u.exec(text.slice(0, cursor));
  if (!found) return null;
  const typed = found[1] ?? '';
  return { from: cursor - typed.length - 1, text: typed };
}

function placeOf({ shortcut, content }: CannedReply, wanted: string): number | null {
  const name = fold(shortcut);
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  return fold(content).includes(wanted) ? 2 : null;
}

function languageRank({ locale }: CannedReply, language: string): number {
  if (locale === undefined) return 1;
  return locale.slice(0, 2).toLowerCase() === language ? 0 : 2;
}
