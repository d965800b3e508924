import { describe, expect, it } from 'vitest';
import { DATABASE_LIMITS } from '../../../src/platform/storage/database';
import { isConflict, isDemotion, isUnavailable } from '../../../src/platform/storage/failures';
import { retryConflicts } from '../../../src/platform/storage/transactions';

/** An error as Sequelize throws it, with the driver's error inside. */
function databaseError(fields: object): Error {
  const parent = Object.assign(new Error('the driver'), fields);
  return Object.assign(new Error('Sequelize'), { parent, original: parent });
}

describe('a database error', () => {
  const demotions = [
    1047, 1053, 1180, 1290, 1317, 1792, 1836, 3100, 3101, 9001, 9002, 9003, 9004, 9005,
  ];
  it.each(demotions)('counts error %i, of a server that may not write, as unavailable', (errno) => {
    const error = databaseError({ errno });
    expect([isDemotion(error), isUnavailable(error), isConflict(error)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([8002, 8022, 9007])('counts error %i as a conflict', (errno) => {
    expect(isConflict(databaseError({ errno }))).toBe(true);
  });

  it('counts an aborted transaction of Vitess as a conflict, and an unavailable shard as that', () => {
    const error = (kind: string) =>
      Object.assign(new Error(`vttablet: rpc error: code = ${kind} desc = ended`), { errno: 1105 });
    expect(isConflict(error('Aborted'))).toBe(true);
    expect(isDemotion(error('Unavailable'))).toBe(true);
    expect(isUnavailable(error('InvalidArgument'))).toBe(false);
  });

  it.each(['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'ECONNRESET'])(
    'counts error %s as unavailable',
    (code) => expect(isUnavailable(databaseError({ code }))).toBe(true),
  );

  it.each([3, 1021, 1026, 1114, 1598, 3675])(
    'counts error %i, of a server whose disk is full, as unavailable',
    (errno) => {
      const error = databaseError({ errno });
      expect([isUnavailable(error), isConflict(error)]).toEqual([true, false]);
    },
  );

  it('counts an error of a storage engine as unavailable if the disk is full', () => {
    const error = (number: number) =>
      Object.assign(new Error(`Got error ${number} from storage engine`), { errno: 1030 });
    expect([28, 281].map((number) => isUnavailable(error(number)))).toEqual([true, false]);
  });

  it('counts the error of a statement neither as a conflict nor as unavailable', () => {
    const error = databaseError({ code: 'ER_PARSE_ERROR', errno: 1064 });
    expect([isConflict(error), isUnavailable(error)]).toEqual([false, false]);
  });
});

describe('a conflict', () => {
  const conflict = databaseError({ code: 'ER_LOCK_DEADLOCK', errno: 1213 });

  it('runs a transaction again after a conflict until its time is over', async () => {
    const startedAt = performance.now();
    const runs: number[] = [];
    const failing = retryConflicts(1_500, async () => {
      runs.push(performance.now() - startedAt);
      throw conflict;
    });
    await expect(failing).rejects.toBe(conflict);
    expect(runs.length).toBeGreaterThan(6);
    expect(runs.at(-1)).toBeLessThan(1_600);
    const pauses = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
    expect(Math.max(...pauses), 'the longest pause').toBeLessThan(500);
  });

  it('runs no transaction again when its time is over', async () => {
    let runs = 0;
    const failing = retryConflicts(-1, async () => {
      runs++;
      throw conflict;
    });
    await expect(failing).rejects.toBe(conflict);
    expect(runs).toBe(1);
  });

  it('runs no transaction again after another error', async () => {
    let runs = 0;
    const failing = retryConflicts(10_000, async () => {
      runs++;
      throw databaseError({ errno: 1290 });
    });
    await expect(failing).rejects.toSatisfy(isUnavailable);
    expect(runs).toBe(1);
  });
});

it('limits a statement to 10 s and a slow read to 2 s', () => {
  expect(DATABASE_LIMITS).toEqual({ statementMs: 10_000, slowReadMs: 2_000 });
});
