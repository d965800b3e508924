import type { Language } from '@chat-relay/widget-sdk/languages';
import type { Voice } from '../../src/tenants/texts/voice';
import { randomBytes } from 'node:crypto';
import type { Actor, Command, Surroundings } from '../../src/conversations/rules/commands';
import type { Assignee } from '../../src/conversations/rules/state';
import { newId } from '../../src/platform/ids';
import type { Database } from '../../src/platform/storage/database';
import { insertRows } from '../../src/platform/storage/sql';
import type { SqlValue } from '../../src/platform/storage/table';
import type { HeldSession } from '../../src/visitors/session';

export const ann: Assignee = { operatorId: newId(), displayName: 'Ann' };
export const bob: Assignee = { operatorId: newId(), displayName: 'Bob' };
export const cid: Assignee = { operatorId: newId(), displayName: 'Cid' };

/** The relay's default texts in this language. */
export const voiceIn = (language: Language): Voice => ({ language, texts: {} });

/** Circumstances of a command: a bot, callbacks, and an operator who is online. */
export function surroundings(changes: Partial<Surroundings> = {}): Surroundings {
  return {
    hasBot: true,
    botName: 'Automated assistant',
    hasRating: true,
    hasCallbacks: true,
    voice: voiceIn('en'),
    hours: null,
    targets: { firstAnswerMs: null, waitMs: null },
    isOperatorAvailable: true,
    ...changes,
  };
}

export function asOperator(operator: Assignee): Actor {
  return { operator, isAdmin: false };
}

export function asAdmin(operator: Assignee | null): Actor {
  return { operator, isAdmin: true };
}

export function visitorSays(content: string, clientMsgId: string = newId()): Command {
  return { type: 'visitor-message', clientMsgId, content };
}

/** The row of a visitor session that lives; any column can be given another value. */
export async function addVisitorSession(
  database: Database,
  changes: Record<string, SqlValue> = {},
): Promise<HeldSession> {
  const now = Date.now();
  const row = {
    session_id: `vs_${randomBytes(24).toString('base64url')}`,
    tenant_id: newId(),
    widget_public_key: 'pk_test',
    origin: 'https://shop.example',
    locale: 'en',
    mode: 'bot',
    metadata: '{}',
    created_at: now,
    expires_at: now + 30 * 24 * 3_600_000,
    ...changes,
  };
  await database.transaction((tx) =>
    insertRows(tx, { name: 'visitor_sessions', columns: Object.keys(row) }, [row]),
  );
  return { sessionId: row.session_id, tenantId: row.tenant_id, tokenVersion: 1 };
}
