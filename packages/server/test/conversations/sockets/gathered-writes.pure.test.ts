import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { gatherWrites } from '../../../src/conversations/sockets/gathered-writes';

/** Notes what each write to the system would be. */
class Connection extends Writable {
  readonly writes: string[] = [];
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(chunk.toString());
    done();
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.writes.push(chunks.map(({ chunk }) => chunk.toString()).join(''));
    done();
  }
}

describe('gathered writes', () => {
  it('leave in one write for each turn of the event loop', async () => {
    const connection = new Connection();
    const gather = gatherWrites(connection);
    const send = (text: string): void => {
      gather();
      connection.write(text);
    };
    send('a');
    send('b');
    await Promise.resolve();
    send('c');
    await turn();
    send('d');
    send('e');
    await turn();
    expect(connection.writes).toEqual(['abc', 'de']);
  });

  it('are not held back when the connection ends in the same turn', async () => {
    const connection = new Connection();
    gatherWrites(connection)();
    connection.end('last words');
    await turn();
    expect(connection.writes).toEqual(['last words']);
  });
});
