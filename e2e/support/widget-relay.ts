import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import {
  createTestDatabase,
  type TestDatabaseAddress,
} from '../../packages/server/test/support/database';
import { startRelay, type TestRelay } from '../../packages/server/test/support/relay';

/** A relay behind a permanent address that can be killed and revived. */
export interface MortalRelay {
  /** Its permanent address. */
  url: string;
  /** The break-glass key of the relay. */
  adminKey: string;
  database: TestDatabaseAddress;
  /** Cuts every connection and refuses new ones. */
  kill(): Promise<void>;
  /** A new relay on the same database. */
  revive(): Promise<void>;
  /** Limits the rate at which the relay receives data; null removes the limit. */
  slowDown(bytesPerSecond: number | null): void;
  /** Drops the relay's next frame with this text; resolves when that is done. */
  loseNext(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param env what its configuration has in addition */
export async function startMortalRelay(env: Record<string, string> = {}): Promise<MortalRelay> {
  const database = await createTestDatabase();
  // Stored files survive a killed relay.
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-mortal-'));
  const sockets = new Set<Socket>();
  let relay: TestRelay | null = null;
  let pace: number | null = null;
  const slow = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (pace === null) done(null, chunk);
        else setTimeout(done, (chunk.length / pace) * 1000, null, chunk);
      },
    });
  let loss: { text: string; done(): void } | null = null;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // cut on purpose
    socket.on('close', () => sockets.delete(socket));
  };
  const door: Server = createServer((visitor) => {
    keep(visitor);
    if (!relay) {
      visitor.resetAndDestroy();
      return;
    }
    const { port } = new URL(relay.url);
    const inside = connect(Number(port), '127.0.0.1');
    keep(inside);
    visitor.pipe(slow()).pipe(inside);
    inside.on('data', (chunk) => {
      if (loss && chunk.includes(loss.text)) {
        loss.done();
        loss = null;
      } else visitor.write(chunk);
    });
    visitor.on('close', () => inside.destroy());
    inside.on('close', () => visitor.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const options = { env: { BASE_URL: url, DATA_DIR: dataDir, ...env } };
  const first = await startRelay({ database, ...options });
  relay = first;

  async function kill() {
    const dying = relay;
    relay = null;
    for (const socket of sockets) socket.resetAndDestroy();
    await dying?.stop();
  }

  return {
    adminKey: first.adminKey,
    url,
    database,
    kill,
    async revive() {
      relay = await startRelay({ database, ...options });
    },
    slowDown: (bytesPerSecond) => {
      pace = bytesPerSecond;
    },
    loseNext: (text) =>
      new Promise((done) => {
        loss = { text, done };
      }),
    async stop() {
      await kill();
      door.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
