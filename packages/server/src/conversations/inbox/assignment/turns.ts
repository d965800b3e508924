import { IS_ONLINE } from '../../../operators/effective-presence';
import { SECOND, type Clock } from '../../../platform/clock';
import type { Database } from '../../../platform/storage/database';
import type { Sql } from '../../../platform/storage/sql';

const TURN_MS = 10 * SECOND;

/** Lets one node at a time assign conversations to an operator: two at once could exceed the capacity. */
export interface AssignmentTurns {
  /**
   * Runs `assign`, unless another node is assigning to this operator or the operator has no room.
   * @returns whether `assign` has handed a conversation over
   */
  take(operatorId: string, silentSince: number, assign: () => Promise<boolean>): Promise<boolean>;
}

export function createAssignmentTurns(options: {
  database: Pick<Database, 'transaction' | 'read'>;
  clock: Clock;
}): AssignmentTurns {
  const { database, clock } = options;
  return {
    take: async (operatorId, silentSince, assign) => {
      const until = clock() + TURN_MS;
      const taken = await database.transaction((tx) =>
        tx.run(
          `UPDATE operators AS o SET assigning_until = ?
           WHERE o.operator_id = ? AND o.assigning_until < ? AND ${IS_ONLINE}`,
          [until, operatorId, clock(), silentSince],
        ),
      );
      if (taken === 0) return false;
      let isAssigned = false;
      try {
        isAssigned = (await hasRoom(database.read, operatorId)) && (await assign());
      } finally {
        await database.transaction((tx) =>
          tx.run(
            `UPDATE operators SET assigning_until = 0${isAssigned ? ', last_assigned_at = ?' : ''}
             WHERE operator_id = ? AND assigning_until = ?`,
            [...(isAssigned ? [clock()] : []), operatorId, until],
          ),
        );
      }
      return isAssigned;
    },
  };
}

/** Whether the operator has room. Read once the turn is taken: assignments of other nodes are committed by then. */
async function hasRoom(sql: Sql, operatorId: string): Promise<boolean> {
  const rows = await sql.rows<{ operator_id: string }>(
    `SELECT o.operator_id FROM operators o WHERE o.operator_id = ? AND o.capacity >
       (SELECT COUNT(*) FROM conversations c
        WHERE c.status = 'ASSIGNED' AND c.operator_id = o.operator_id)`,
    [operatorId],
  );
  return rows.length > 0;
}
