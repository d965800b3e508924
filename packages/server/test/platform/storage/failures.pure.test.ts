import { describe, expect, it } from 'vitest';
import { DATABASE_LIMITS } from '../../../src/platform/storage/database';
import { isConflict, isDemotion, isUnavailable } from '../../../src/platform/storage/failures';
import { retryConflicts } from '../../../src/platform/storage/transactions';

/** As Sequelize throws it: the driver's error is inside. */
function databaseError(fields: object): Error {
  const parent = Object.assign(new Error('the driver'), fields);
  return Object.assign(new Error('Sequelize'), { parent, original: parent });
}

describe('a database error', () => {
  const demotions = [1047, 1053, 1290, 1317, 1792, 1836, 3100, 3101, 9001, 9002, 9003, 9004, 9005];
  it.each(demotions)(
    '%i says that the server may not write, and counts as unavailable',
    (errno) => {
      const error = databaseError({ errno });
      expect([isDemotion(error), isUnavailable(error), isConflict(error)]).toEqual([
        true,
        true,
        false,
      ]);
    },
  );

  it.each([8002, 8022, 9007])('%i is a conflict', (errno) => {
    expect(isConflict(databaseError({ errno }))).toBe(true);
  });

  it.each(['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'ECONNRESET'])(
    '%s counts as unavailable',
    (code) => expect(isUnavailable(databaseError({ code }))).toBe(true),
  );

  it('of a statement is neither', () => {
    const error = databaseError({ code: 'ER_PARSE_ERROR', errno: 1064 });
    expect([isConflict(error), isUnavailable(error)]).toEqual([false, false]);
  });
});

describe('a conflict', () => {
  const conflict = databaseError({ code: 'ER_LOCK_DEADLOCK', errno: 1213 });

  it('is run again three times at most', async () => {
    let runs = 0;
    const failing = retryConflicts(10_000, async () => {
      runs++;
      throw conflict;
    });
    await expect(failing).rejects.toBe(conflict);
    expect(runs).toBe(4);
  });

  it('is not run again when its time is over', async () => {
    let runs = 0;
    const failing = retryConflicts(-1, async () => {
      runs++;
      throw conflict;
    });
    await expect(failing).rejects.toBe(conflict);
    expect(runs).toBe(1);
  });

  it('leaves other errors alone', async () => {
    let runs = 0;
    const failing = retryConflicts(10_000, async () => {
      runs++;
      throw databaseError({ errno: 1290 });
    });
    await expect(failing).rejects.toSatisfy(isUnavailable);
    expect(runs).toBe(1);
  });
});

it('ships with 10 s for a statement and 2 s for a slow read', () => {
  expect(DATABASE_LIMITS).toEqual({ statementMs: 10_000, slowReadMs: 2_000 });
});
