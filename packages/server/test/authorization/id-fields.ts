import type { Route } from '../../src/platform/http/route';
import { newId, newObjectId } from '../../src/platform/ids';
import { DOCUMENT_IDS } from '../../src/bots/knowledge/schemas';
import { uploadIds } from '../../src/attachments/attachment';
import { newEntryId } from '../../src/tenants/faq/entries';
import { randomToken } from '../../src/platform/security/tokens';
import { uniqueEmail } from '../support/world';
import { bodyFieldsOf } from './body-fields';
import type { Fields } from './route-call';
import type { StockedWorld } from './stocked-world';

/** A field that identifies something: its value in a given world, and a value that no world has. */
export interface IdField {
  field: string;
  of(world: StockedWorld): string;
  unknown(): string;
}

type Kind = Omit<IdField, 'field'>;

const KINDS: Record<string, Kind> = {
  workspace_id: { of: (world) => world.workspaceId, unknown: newId },
  tenant_id: { of: (world) => world.tenantId, unknown: newId },
  tenant_ids: { of: (world) => world.tenantId, unknown: newId },
  account_id: { of: (world) => world.operator.accountId, unknown: newId },
  operator_ids: { of: (world) => world.operator.operatorId, unknown: newId },
  operator_id: { of: (world) => world.operator.operatorId, unknown: newId },
  conversation_id: {
    of: (world) => world.talk.conversationId,
    unknown: () => newObjectId(Date.now()),
  },
  conversation_ids: {
    of: (world) => world.talk.conversationId,
    unknown: () => newObjectId(Date.now()),
  },
  invitation_id: { of: (world) => world.invitationId, unknown: newId },
  invite_token: { of: (world) => world.inviteToken, unknown: () => randomToken('inv_') },
  canned_reply_id: { of: (world) => world.cannedReplyId, unknown: newId },
  upload_id: { of: (world) => world.uploadId, unknown: () => uploadIds.create(newId()) },
  block_id: { of: (world) => world.blockId, unknown: newId },
  message_id: { of: (world) => world.talk.messageId, unknown: newId },
  note_id: { of: (world) => world.noteId, unknown: newId },
  faq_entry_id: { of: (world) => world.faqEntryId, unknown: () => newEntryId(newId()) },
  knowledge_document_id: {
    of: (world) => world.documentId,
    unknown: () => DOCUMENT_IDS.create(newId()),
  },
  event_id: { of: (world) => world.eventId, unknown: newId },
  session_id: { of: (world) => world.talk.visitor.sessionId, unknown: () => randomToken('vs_') },
  user_id: { of: (world) => world.userId, unknown: () => `user-${newId()}` },
  widget_public_key: { of: (world) => world.widgetKey, unknown: () => randomToken('pk_') },
  email: { of: (world) => world.admin.email, unknown: uniqueEmail },
};
const CONSOLE_SESSION: Kind = { of: (world) => world.consoleSessionId, unknown: newId };

/** Fields that look like ids and identify nothing that belongs to an account. */
const NAMES_NOTHING = new Set([
  // Chosen freely by the caller.
  'client_msg_id',
  'external_id',
  'routing_key',
  'routing_keys',
  // Bearer secrets: anyone who has one may use it.
  'registration_token',
  'challenge_token',
  // Settings of a language model: its key and its daily budget.
  'api_key',
  'daily_tokens',
]);

/** A field that contains another route's body. Its fields may identify things, too. */
const ACTION = 'action';
const LOOKS_LIKE_AN_ID = /(_ids?|_tokens?|_keys?)$|^email$/;
/** Exactly one of each pair may be given. */
const RIVALS: Record<string, string> = {
  session_id: 'user_id',
  user_id: 'session_id',
  knowledge_document_id: 'tenant_id',
};

/** Every field of a route that may identify something of another account. */
export function idFieldsOf(route: Route): IdField[] {
  refuseHiddenIds(route);
  return [route.body, route.query]
    .flatMap(fieldNamesOf)
    .filter((field) => mayBeAnId(lastStep(field)))
    .filter((field) => !isOwnWord(route, field))
    .map((field) => {
      const isSession = route.path === '/console/revoke/session';
      const kind = isSession ? CONSOLE_SESSION : KINDS[lastStep(field)];
      if (!kind) throw new Error(`${route.path}: say in KINDS what "${field}" is the id of`);
      return { field, ...kind };
    });
}

function mayBeAnId(field: string): boolean {
  return LOOKS_LIKE_AN_ID.test(field) && !NAMES_NOTHING.has(field);
}

/** Throws if an id is in a path, or inside another field than `action`: it would not be tested. */
function refuseHiddenIds(route: Route): void {
  const { path, body } = route;
  const inside = body ? bodyFieldsOf(body).map((field) => field.path.split('.')) : [];
  const hidden = inside.filter(([first, ...steps]) => {
    if (first === ACTION) return false;
    const field = steps.at(-1) ?? '';
    return mayBeAnId(field) && !isOwnWord(route, field);
  });
  if (!path.includes('{') && hidden.length === 0) return;
  throw new Error(`${path}: try the ids in ${hidden.map((steps) => steps.join('.')).join()}, too`);
}

function fieldNamesOf(schema: Route['body']): string[] {
  const keysOf = (described: Described | undefined) => Object.keys(described?.keys ?? {});
  const described = schema?.describe() as Described | undefined;
  const inAction = keysOf(described?.keys?.[ACTION]).map((field) => `${ACTION}.${field}`);
  return [...keysOf(described), ...inAction];
}

interface Described {
  keys?: Record<string, Described>;
}

function lastStep(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

/**
 * Whether a value belongs to the caller. A user's id is chosen by the tenant; e-mail addresses of accounts are covered
 * by the enumeration tests.
 */
function isOwnWord({ path, strategy }: Route, field: string): boolean {
  // An import keeps the name and the address that the visitor had in the other product.
  if (path === '/console/import/conversations') return field === 'user_id' || field === 'email';
  if (field === 'user_id') return path === '/identify/visitor';
  return field === 'email' && strategy !== 'console';
}

/** The fields with another value in one of them. */
export function withId(fields: Fields, field: string, id: string): Fields {
  if (field.startsWith(`${ACTION}.`)) {
    const action = fields[ACTION] as Fields;
    return { ...fields, [ACTION]: { ...action, [lastStep(field)]: id } };
  }
  const { [RIVALS[field] ?? '']: _rival, ...others } = fields;
  return { ...others, [field]: field.endsWith('_ids') ? [id] : id };
}
