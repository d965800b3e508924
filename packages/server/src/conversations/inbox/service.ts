import { uploaders } from '../../attachments/attachment';
import { AppError } from '../../platform/errors';
import type { InboxScope, TenantScope } from '../../operators/inbox-scope';
import { mayServe, type Operator } from '../../operators/operator';
import type { OperatorPresence } from '../../operators/presence';
import type { TenantDirectory } from '../../tenants/directory';
import { requireWritable } from '../../tenants/tenant';
import type { ConsolePrincipal } from '../../workspaces/principal';
import { isAtLeast } from '../../workspaces/roles';
import type { Actor, Command } from '../rules/commands';
import { mayAct } from '../rules/conversation';
import type { Hub } from '../live/hub';
import type { Journal } from '../journal/journal';
import type { Committed } from '../journal/submission';
import type { Assignee } from '../rules/state';
import type { ConversationStore, StoredConversation } from '../journal/store';
import type { SurroundingsOf } from '../journal/surroundings';

export interface InboxOptions {
  journal: Journal;
  store: ConversationStore;
  hub: Hub;
  scopeOf(accountId: string): Promise<InboxScope>;
  surroundingsOf: SurroundingsOf;
  directory: Pick<TenantDirectory, 'find'>;
  findOperator(operatorId: string): Promise<Operator | null>;
  presence: Pick<OperatorPresence, 'of' | 'online'>;
}

/** Operators' actions on the conversations that their accounts may see. */
export interface Inbox {
  scopeOf(principal: ConsolePrincipal): Promise<InboxScope>;
  /** @throws {AppError} not_found for an unknown conversation, and for one of another workspace */
  find(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
  claim(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
  release(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
  /** @throws {AppError} operator_not_available for an operator who is not online, unless it is forced */
  transfer(
    principal: ConsolePrincipal,
    conversationId: string,
    to: { operatorId: string; isForced?: boolean | undefined },
  ): Promise<StoredConversation>;
  resolve(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
  send(
    principal: ConsolePrincipal,
    conversationId: string,
    message: { clientMsgId: string; content: string; uploadIds?: readonly string[] | undefined },
  ): Promise<Committed>;
  read(
    principal: ConsolePrincipal,
    conversationId: string,
    seq: number,
  ): Promise<StoredConversation>;
  /** Marks it unread for the calling operator alone. @throws {AppError} insufficient_role for other accounts */
  markUnread(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
  /** Replaces the tags. @throws {AppError} insufficient_role for an account that is no operator */
  setTags(
    principal: ConsolePrincipal,
    conversationId: string,
    tags: readonly string[],
  ): Promise<StoredConversation>;
  /** Adds to the tags. @throws {AppError} state_conflict over the limit of a conversation */
  addTags(
    principal: ConsolePrincipal,
    conversationId: string,
    tags: readonly string[],
  ): Promise<StoredConversation>;
  /** Inbox for actions on many conversations: what the account may do is read only once. */
  forMany(principal: ConsolePrincipal): Promise<Inbox>;
  /**
   * Leaves the conversation out of the lists until a time in ms; null ends the snooze.
   * @throws {AppError} state_conflict for one that neither waits nor is assigned, not_assignee
   */
  snooze(
    principal: ConsolePrincipal,
    conversationId: string,
    until: number | null,
  ): Promise<StoredConversation>;
  type(principal: ConsolePrincipal, conversationId: string, state: 'start' | 'stop'): Promise<void>;
}

export function createInbox(options: InboxOptions): Inbox {
  const { journal, store, hub } = options;

  const open = async (principal: ConsolePrincipal, conversationId: string) => {
    const scope = await options.scopeOf(principal.accountId);
    const found = await store.find(scope.tenantIds(), conversationId);
    if (!found || !scope.maySee(found.session.tenantId, found.session.routingKey)) {
      throw new AppError('not_found');
    }
    return { found, tenantScope: scope.tenant(found.session.tenantId) };
  };

  const submit = async (found: StoredConversation, command: Command): Promise<Committed> => {
    const { session } = found;
    const tenant = await options.directory.find(session.tenantId);
    if (!tenant) throw new AppError('not_found');
    requireWritable(tenant);
    if (tenant.status === 'suspended') throw new AppError('tenant_suspended');
    const surroundings = await options.surroundingsOf(tenant, session.locale);
    return journal.submit({ session, command, surroundings });
  };

  const act = async (
    principal: ConsolePrincipal,
    conversationId: string,
    commandFor: (scope: TenantScope, found: StoredConversation) => Command | Promise<Command>,
  ): Promise<StoredConversation> => {
    const { found, tenantScope } = await open(principal, conversationId);
    const committed = await submit(found, await commandFor(tenantScope, found));
    return { session: committed.session, state: committed.state ?? found.state };
  };

  return {
    scopeOf: (principal) => options.scopeOf(principal.accountId),
    find: async (principal, conversationId) => (await open(principal, conversationId)).found,
    claim: (principal, conversationId) =>
      act(principal, conversationId, (scope) => ({ type: 'claim', operator: operatorOf(scope) })),
    release: (principal, conversationId) =>
      act(principal, conversationId, (scope) => ({ type: 'release', actor: actorOf(scope) })),
    transfer: (principal, conversationId, { operatorId, isForced = false }) =>
      act(principal, conversationId, async (scope, { state }) => {
        const actor = actorOf(scope);
        const to = await receiver(scope, operatorId);
        const isThere = options.presence.of(to).presence === 'online';
        const isChange = mayAct(state, actor) && state.operator?.operatorId !== operatorId;
        if (isChange && !isThere && !isForced) throw await notAvailable(scope.tenantId);
        return { type: 'transfer', actor, to: assigneeOf(to), isForced: !isThere };
      }),
    resolve: (principal, conversationId) =>
      act(principal, conversationId, (scope) => ({ type: 'resolve', actor: actorOf(scope) })),
    send: async (principal, conversationId, message) => {
      const { found, tenantScope } = await open(principal, conversationId);
      const { clientMsgId, content, uploadIds = [] } = message;
      return submit(found, {
        type: 'agent-message',
        actor: actorOf(tenantScope),
        clientMsgId,
        content,
        ...(uploadIds.length > 0 && {
          attachments: { uploader: uploaders.account(principal.accountId), uploadIds },
        }),
      });
    },
    read: async (principal, conversationId, seq) => {
      const { found, tenantScope } = await open(principal, conversationId);
      const { agentReadSeq, lastSeq } = found.state;
      // A message that is written meanwhile is not read yet.
      const readUpTo = Math.min(seq, lastSeq);
      const visitorSeqs =
        readUpTo > agentReadSeq
          ? await store.visitorSeqs(found.session, agentReadSeq, readUpTo)
          : [];
      const operatorId = tenantScope.operator?.operatorId ?? null;
      const read = { type: 'read', by: 'agent' } as const;
      const command = { ...read, operatorId, seq: readUpTo, visitorSeqs };
      const committed = await submit(found, command);
      return { session: committed.session, state: committed.state ?? found.state };
    },
    markUnread: (principal, conversationId) =>
      act(principal, conversationId, (scope) => ({
        type: 'mark-unread',
        operatorId: operatorOf(scope).operatorId,
      })),
    setTags: (principal, conversationId, tags) =>
      act(principal, conversationId, (scope) => {
        operatorOf(scope);
        return { type: 'set-tags', tags };
      }),
    addTags: (principal, conversationId, tags) =>
      act(principal, conversationId, (scope) => {
        operatorOf(scope);
        return { type: 'add-tags', tags };
      }),
    forMany: async ({ accountId }) => {
      const scope = await options.scopeOf(accountId);
      return createInbox({ ...options, scopeOf: async () => scope });
    },
    snooze: (principal, conversationId, until) =>
      act(principal, conversationId, (scope) => ({ type: 'snooze', actor: actorOf(scope), until })),
    type: async (principal, conversationId, state) => {
      const { found, tenantScope } = await open(principal, conversationId);
      const assignee = found.state.operator?.operatorId;
      if (assignee === undefined || assignee !== tenantScope.operator?.operatorId) {
        throw new AppError('not_assignee');
      }
      hub.publish({
        kind: 'typing',
        tenantId: found.session.tenantId,
        sessionId: found.session.sessionId,
        conversationId,
        sender: { kind: 'agent', display_name: tenantScope.operator.displayName },
        state,
        source: null,
      });
    },
  };

  /** Finds the operator of the same workspace to whom a conversation is transferred, and who must serve this tenant. */
  async function receiver(scope: TenantScope, operatorId: string): Promise<Operator> {
    const operator = await options.findOperator(operatorId);
    const isOurs = operator?.workspaceId === scope.workspaceId;
    if (!operator || !isOurs || !mayServe(operator, scope.tenantId, null)) {
      throw new AppError('not_found');
    }
    return operator;
  }

  async function notAvailable(tenantId: string): Promise<AppError> {
    const available = (await options.presence.online(tenantId)).map((one) => ({
      operator_id: one.operatorId,
      display_name: one.displayName,
    }));
    return new AppError('operator_not_available', { data: { available } });
  }
}

function assigneeOf({ operatorId, displayName }: Operator): Assignee {
  return { operatorId, displayName };
}

function actorOf(scope: TenantScope): Actor {
  return { operator: scope.operator, isAdmin: isAtLeast(scope.role, 'admin') };
}

function operatorOf(scope: TenantScope): Assignee {
  if (scope.operator) return scope.operator;
  throw new AppError('insufficient_role', {
    message: 'Only an operator of this tenant can do this. Make this account an operator first.',
  });
}
