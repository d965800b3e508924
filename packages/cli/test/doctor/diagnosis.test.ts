import { describe, expect, it } from 'vitest';
import {
  clockCheck,
  companionChecks,
  databaseCheck,
  masterKeyChecks,
  versionCheck,
} from '../../src/doctor/diagnosis';

describe('clockCheck', () => {
  it.each([
    [0, true, 'both agree'],
    [-1, true, 'both agree'],
    [30, true, '30 s ahead of'],
    [31, false, '31 s ahead of this machine: synchronise both with NTP'],
    [-400, false, '400 s behind'],
    [null, false, 'no Date'],
  ])('judges a clock that is ahead by %j s', (clockAheadS, isWell, message) => {
    expect(clockCheck({ clockAheadS })).toMatchObject({
      isWell,
      message: expect.stringContaining(message),
    });
  });
});

describe('versionCheck', () => {
  it.each([
    ['0.1.7', '0.1.0', true],
    ['0.2.0', '0.1.0', false],
    ['1.4.0', '1.0.2', true],
    ['2.0.0', '1.0.2', false],
    ['10.0.0', '1.0.0', false],
  ])('compares relay %s with relayctl %s', (theirs, ours, isWell) => {
    expect(versionCheck({ body: { info: { version: theirs } } }, ours).isWell).toBe(isWell);
  });

  it('reports a failure where the relay does not give its version', () => {
    expect(versionCheck({ body: {} }, '0.1.0').isWell).toBe(false);
  });
});

describe('masterKeyChecks', () => {
  it.each([
    ['relay_sealed_with_old_key 0\n', ['nothing needs an older MASTER_KEY']],
    ['a 1\nrelay_sealed_with_old_key 12\n', ['12 rows still need the older MASTER_KEY: keep both']],
    ['<html>', []],
    [null, []],
  ])('says from the metrics %j whether the old key can go', (metrics, messages) => {
    expect(masterKeyChecks(metrics).map(({ message }) => message)).toEqual(messages);
  });
});

describe('databaseCheck', () => {
  it.each([
    [200, { status: 'ready', database: 'mysql' }, true, 'mysql'],
    [503, { status: 'database_unavailable' }, false, 'DATABASE_URL'],
    [503, { status: 'draining' }, false, 'shutting down'],
    [502, { status: 'odd' }, false, 'not ready: odd'],
  ])('judges a database by the answer %i %j', (status, body, isWell, message) => {
    expect(databaseCheck({ status, body })).toMatchObject({
      isWell,
      message: expect.stringContaining(message),
    });
  });
});

describe('companionChecks', () => {
  it.each([
    [{ redis: 'ok', mail: 'ok' }, [true, true]],
    [{ redis: 'unset', mail: 'unset' }, [true, true]],
    [{ redis: 'away', mail: 'unknown' }, [false, false]],
    [{ redis: 'odd', mail: 'away' }, [false, false]],
    [{ redis: 'ok', mail: 'ok', attachments: 'ok' }, [true, true, true]],
    [{ attachments: 'away' }, [false]],
    [{ attachments: 'unknown' }, [false]],
    [{ status: 'draining' }, []],
  ])('judges Redis, mail and the storage of files by the answer %j', (body, areWell) => {
    expect(companionChecks({ body }).map(({ isWell }) => isWell)).toEqual(areWell);
  });
});
