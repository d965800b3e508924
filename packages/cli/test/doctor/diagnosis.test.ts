import { describe, expect, it } from 'vitest';
import {
  clockCheck,
  companionChecks,
  databaseCheck,
  masterKeyChecks,
  versionCheck,
  versionIn,
} from '../../src/doctor/diagnosis';

describe('clockCheck', () => {
  it.each([
    [0, true, 'both agree'],
    [-1, true, 'both agree'],
    [30, true, '30 s ahead of'],
    [31, false, '31 s ahead of this machine: synchronise both with NTP'],
    [-400, false, '400 s behind'],
    [null, null, 'no Date'],
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
    expect(versionCheck(versionIn({ info: { version: theirs } }), ours).isWell).toBe(isWell);
  });

  it('checks nothing where a proxy hides the version', () => {
    expect(versionCheck(versionIn({ openapi: '3.1.0' }), '0.1.0').isWell).toBeNull();
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
    [{ status: 'ready', database: 'mysql' }, true, 'mysql'],
    [{ status: 'database_unavailable' }, false, 'DATABASE_URL'],
    [{ status: 'draining' }, false, 'shutting down'],
    [{ status: 'odd' }, false, 'not ready: odd'],
  ])('judges a database by the answer %j', (readiness, isWell, message) => {
    expect(databaseCheck(readiness)).toMatchObject({
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
    expect(companionChecks(body).map(({ isWell }) => isWell)).toEqual(areWell);
  });
});
