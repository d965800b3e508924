import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  advance,
  lockPosition,
  noteForwarded,
  positionFile,
  readPosition,
  writePosition,
} from '../../src/listener/position';

function setUpFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'relayctl-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'listen', 'default.tenant');
}

const EARLY = '019b76da-a800-7000-8000-000000000001';
const LATE = '019b76da-b000-7000-8000-000000000001';
const LATE_MS = 0x019b76dab000;

describe('the position of a listener', () => {
  it('reads a position as it was written, from a file that only its owner can read', () => {
    const file = setUpFile();
    expect(readPosition(file)).toBeNull();
    lockPosition(file);
    writePosition(file, { sinceMs: 1000, forwarded: new Set([EARLY]), secret: 'ts_x' });
    noteForwarded(file, LATE);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readPosition(file)).toEqual({
      sinceMs: 1000,
      forwarded: new Set([EARLY, LATE]),
      secret: 'ts_x',
    });
  });

  it('names the variable of a folder in which a position can’t be stored', () => {
    const file = positionFile('default', 'tenant', { XDG_STATE_HOME: '/dev/null/state' });
    expect(() => lockPosition(file)).toThrow('XDG_STATE_HOME');
    const folder = mkdtempSync(join(tmpdir(), 'relayctl-state-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'listen'), 'no folder');
    expect(() => lockPosition(join(folder, 'listen', 'default.tenant'))).toThrow('XDG_STATE_HOME');
  });

  it('ignores only the last line of a position that was cut short', () => {
    const file = setUpFile();
    lockPosition(file);
    writePosition(file, { sinceMs: 1000, forwarded: new Set([EARLY]), secret: null });
    appendFileSync(file, LATE.slice(0, 9));
    expect(readPosition(file)).toMatchObject({ forwarded: new Set([EARLY]), secret: null });
  });

  it('moves a position forward only, and forgets the callbacks before it', () => {
    const position = { sinceMs: 0, forwarded: new Set([EARLY, LATE]), secret: null };
    advance(position, LATE_MS);
    expect(position).toMatchObject({ sinceMs: LATE_MS, forwarded: new Set([LATE]) });
    advance(position, 5);
    expect(position.sinceMs).toBe(LATE_MS);
  });

  it.each([
    '',
    'no JSON\n',
    '{"since":"never","secret":null}\n',
    '{"since":"2026-01-01T00:00:00Z"}\n',
  ])('reports a damaged position: %j', (text) => {
    const file = setUpFile();
    lockPosition(file);
    writeFileSync(file, text);
    expect(() => readPosition(file)).toThrow(expect.objectContaining({ exitCode: 1 }));
  });

  it('locks a position for one process until that ends or is killed', () => {
    const file = setUpFile();
    const unlock = lockPosition(file);
    expect(() => lockPosition(file)).toThrow(expect.objectContaining({ exitCode: 2 }));
    unlock();
    expect(existsSync(`${file}.lock`)).toBe(false);
    // Larger than any process id on Linux.
    writeFileSync(`${file}.lock`, '4194305\n');
    lockPosition(file)();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('stores positions under XDG_STATE_HOME if that is absolute', () => {
    expect(positionFile('work', 't', { XDG_STATE_HOME: '/state' })).toBe(
      '/state/chat-relay/listen/work.t',
    );
    expect(positionFile('..', 't', { XDG_STATE_HOME: 'state' })).toMatch(
      /\/\.local\/state\/chat-relay\/listen\/\.\.\.t$/,
    );
  });
});
