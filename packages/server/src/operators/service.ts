import type { AuditAction } from '../audit/actions';
import { Op } from 'sequelize';
import type { Audit } from '../audit/log';
import type { Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Page } from '../platform/http/fields';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import { newId } from '../platform/ids';
import type { Database, Tx } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { insertIfAbsent, insertRows } from '../platform/storage/sql';
import type { TenantDirectory } from '../tenants/directory';
import type { Invitations, SentInvitation } from '../workspaces/invitations';
import { lockWorkspace, type Members } from '../workspaces/members';
import type { Caller } from '../workspaces/principal';
import { roleOf, type Roles } from '../workspaces/roles';
import { OPERATOR_TENANTS, OPERATORS } from './model';
import type { PresenceSetting } from './wire';
import { DEFAULT_CAPACITY, type Operator, type OperatorDetails } from './operator';
import type { OperatorPresence } from './presence';
import type { CreateOperatorBody, UpdateOperatorBody } from './schemas';
import { readOperators } from './store';

export interface OperatorsDeps {
  database: Database;
  clock: Clock;
  audit: Audit;
  roles: Roles;
  directory: TenantDirectory;
  presence: OperatorPresence;
  invitations: Pick<Invitations, 'createInvitation' | 'onAccepted'>;
  members: Pick<Members, 'onRemoved'>;
}

/** A member becomes an operator at once. Another address is invited, and becomes one on acceptance. */
type CreatedOperator =
  | { operator: Operator; invited: null }
  | { operator: null; invited: SentInvitation };

export interface Operators {
  create(caller: Caller, body: CreateOperatorBody): Promise<CreatedOperator>;
  list(accountId: string, workspaceId: string, page: Page): Promise<PageOf<Operator>>;
  update(caller: Caller, body: UpdateOperatorBody): Promise<Operator>;
  remove(caller: Caller, operatorId: string): Promise<Operator>;
  /** @throws {AppError} insufficient_role for an account that is not an operator */
  setPresence(accountId: string, status: PresenceSetting): Promise<Operator[]>;

  operatorOf(accountId: string, workspaceId: string): Promise<Operator | null>;
  operatorsOfAccount(accountId: string): Promise<Operator[]>;
  /** Finds an operator of any workspace. The caller must have checked that the account may see it. */
  find(operatorId: string): Promise<Operator | null>;
  tenantIdsServedBy(accountId: string, workspaceId: string): Promise<string[]>;
  /** Makes the caller an operator of a tenant that is being created, in addition to the operator's other tenants. */
  answerFor(
    tx: Tx,
    caller: Caller,
    tenant: { tenantId: string; workspaceId: string },
  ): Promise<void>;
}

export function createOperators(deps: OperatorsDeps): Operators {
  const { database, clock, audit, roles, directory, presence } = deps;
  const model = modelOf(database, OPERATORS);
  const servedModel = modelOf(database, OPERATOR_TENANTS);

  const one = async (where: Parameters<typeof readOperators>[1]): Promise<Operator | null> =>
    (await readOperators(database, where))[0] ?? null;

  const current = async (operatorId: string): Promise<Operator> => {
    const operator = await one({ operator_id: operatorId });
    if (!operator) throw new AppError('not_found');
    return operator;
  };

  /** Reads an operator that the caller may manage. One of another workspace gets the response of an unknown one. */
  const managed = async ({ accountId }: Caller, operatorId: string): Promise<Operator> => {
    const operator = await current(operatorId);
    await roles.requireRole(accountId, operator.workspaceId, 'admin');
    return operator;
  };

  const requireTenants = async (workspaceId: string, tenantIds: string[]): Promise<void> => {
    const tenants = await Promise.all(tenantIds.map((tenantId) => directory.find(tenantId)));
    if (tenants.some((tenant) => tenant?.workspaceId !== workspaceId)) {
      throw new AppError('not_found');
    }
  };

  const record = (
    tx: Tx,
    actor: Caller,
    action: AuditAction,
    workspaceId: string,
    subject: string,
  ) => audit.record(tx, { workspaceId, action, actor, ip: actor.ip, subject });

  /** Inserts an operator; null if the account already is an operator of this workspace. */
  const insert = async (
    tx: Tx,
    workspaceId: string,
    accountId: string,
    details: OperatorDetails,
  ): Promise<string | null> => {
    const operatorId = newId();
    const isNew = await insertIfAbsent(tx, OPERATORS, {
      operator_id: operatorId,
      workspace_id: workspaceId,
      account_id: accountId,
      display_name: details.displayName,
      routing_keys: JSON.stringify(details.routingKeys),
      capacity: details.capacity,
      presence: 'offline',
      presence_since: clock(),
      last_seen_at: clock(),
      assigning_until: 0,
      last_assigned_at: 0,
      created_at: clock(),
    });
    if (!isNew) return null;
    await insertTenantIds(tx, operatorId, details.tenantIds);
    return operatorId;
  };

  const deleteOperator = async (tx: Tx, operatorId: string): Promise<void> => {
    const ofOperator = { where: { operator_id: operatorId }, transaction: await tx.forModels() };
    await servedModel.destroy(ofOperator);
    await model.destroy(ofOperator);
  };

  deps.invitations.onAccepted(async ({ tx, workspaceId, operatorDetails, account }) => {
    if (operatorDetails === null) return;
    // `create` has stored these details in the invitation.
    await insert(tx, workspaceId, account.accountId, operatorDetails as OperatorDetails);
  });
  deps.members.onRemoved(async ({ tx, workspaceId, accountId }) => {
    const found = await model.findAll({
      where: { workspace_id: workspaceId, account_id: accountId },
      transaction: await tx.forModels(),
    });
    for (const row of found) await deleteOperator(tx, row.get().operator_id);
  });

  return {
    create: async (caller, body) => {
      const { workspace_id: workspaceId } = body;
      await roles.requireRole(caller.accountId, workspaceId, 'admin');
      await requireTenants(workspaceId, body.tenant_ids);
      const details: OperatorDetails = {
        displayName: body.display_name,
        tenantIds: unique(body.tenant_ids),
        routingKeys: unique(body.routing_keys ?? []),
        capacity: body.capacity ?? DEFAULT_CAPACITY,
      };

      const accountId = await findMember(database, workspaceId, body.email);
      if (accountId === null) {
        const invited = await deps.invitations.createInvitation({
          workspaceId,
          email: body.email,
          role: 'operator',
          operatorDetails: details,
          invitedBy: caller,
        });
        return { operator: null, invited };
      }
      const operatorId = await database.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const inserted = await insert(tx, workspaceId, accountId, details);
        if (inserted === null)
          throw new AppError('state_conflict', {
            message:
              'This person is an operator of the workspace already. Change that operator instead.',
          });
        await record(tx, caller, 'operator.created', workspaceId, inserted);
        return inserted;
      });
      presence.invalidate(details.tenantIds);
      return { operator: await current(operatorId), invited: null };
    },

    list: async (accountId, workspaceId, { limit, cursor }) => {
      await roles.requireRole(accountId, workspaceId, 'operator');
      const [after] = readCursor(cursor, 'string') ?? [''];
      const where = { workspace_id: workspaceId, operator_id: { [Op.gt]: after } };
      const operators = await readOperators(database, where, limit + 1);
      return toPage(operators, limit, ({ operatorId }) => [operatorId]);
    },

    update: async (caller, body) => {
      const { operator_id: operatorId, tenant_ids: tenantIds } = body;
      const operator = await managed(caller, operatorId);
      if (tenantIds) await requireTenants(operator.workspaceId, tenantIds);
      await database.transaction(async (tx) => {
        const ofOperator = {
          where: { operator_id: operatorId },
          transaction: await tx.forModels(),
        };
        await model.update(changedColumns(body), ofOperator);
        if (tenantIds) {
          await servedModel.destroy(ofOperator);
          await insertTenantIds(tx, operatorId, unique(tenantIds));
        }
        await record(tx, caller, 'operator.updated', operator.workspaceId, operatorId);
      });
      presence.invalidate([...operator.tenantIds, ...(tenantIds ?? [])]);
      return current(operatorId);
    },

    remove: async (caller, operatorId) => {
      const operator = await managed(caller, operatorId);
      await database.transaction(async (tx) => {
        await deleteOperator(tx, operatorId);
        await record(tx, caller, 'operator.removed', operator.workspaceId, operatorId);
      });
      presence.invalidate(operator.tenantIds);
      return operator;
    },

    setPresence: async (accountId, status) => {
      const operators = await presence.set(accountId, status);
      if (operators.length === 0) throw new AppError('insufficient_role');
      return operators;
    },

    operatorOf: (accountId, workspaceId) =>
      one({ account_id: accountId, workspace_id: workspaceId }),
    operatorsOfAccount: (accountId) => readOperators(database, { account_id: accountId }),
    find: (operatorId) => one({ operator_id: operatorId }),
    tenantIdsServedBy: async (accountId, workspaceId) =>
      (await one({ account_id: accountId, workspace_id: workspaceId }))?.tenantIds ?? [],
    answerFor: async (tx, caller, { tenantId, workspaceId }) => {
      const { accountId, displayName } = caller;
      const inserted = await insert(tx, workspaceId, accountId, {
        displayName,
        tenantIds: [tenantId],
        routingKeys: [],
        capacity: DEFAULT_CAPACITY,
      });
      if (inserted !== null) {
        return record(tx, caller, 'operator.created', workspaceId, inserted);
      }
      const found = await model.findOne({
        where: { workspace_id: workspaceId, account_id: accountId },
        transaction: await tx.forModels(),
      });
      const operatorId = found!.get().operator_id; // another row of the account prevented the insert
      await insertTenantIds(tx, operatorId, [tenantId]);
      await record(tx, caller, 'operator.updated', workspaceId, operatorId);
    },
  };
}

async function insertTenantIds(tx: Tx, operatorId: string, tenantIds: string[]): Promise<void> {
  await insertRows(
    tx,
    OPERATOR_TENANTS,
    tenantIds.map((tenantId) => ({ tenant_id: tenantId, operator_id: operatorId })),
  );
}

function changedColumns({ display_name, routing_keys, capacity }: UpdateOperatorBody) {
  return {
    ...(display_name !== undefined && { display_name }),
    ...(routing_keys && { routing_keys: JSON.stringify(unique(routing_keys)) }),
    ...(capacity !== undefined && { capacity }),
  };
}

function unique(items: string[]): string[] {
  return [...new Set(items)];
}

/** Finds the account with this address among the members of the workspace. */
async function findMember(
  database: Database,
  workspaceId: string,
  email: string,
): Promise<string | null> {
  const [account] = await database.read.rows<{ account_id: string }>(
    'SELECT account_id FROM accounts WHERE email = ?',
    [email],
  );
  if (!account) return null;
  const role = await roleOf(database.read, account.account_id, workspaceId);
  return role === null ? null : account.account_id;
}
