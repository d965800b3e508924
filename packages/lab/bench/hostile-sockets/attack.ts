import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../support/at-end';
import { HostileSocket, type HostileCounts } from './hostile-socket';
import { hostileKinds, type Loot } from './kinds';

export interface AttackOrder {
  url: string;
  loot: Loot;
}

export type AttackReport = HostileCounts & { cpuSeconds: number };

const MARK = 'hostile-attack';
const TICK_MS = 20;
/** Rate of all floods together: a stranger's fast line, and a load that leaves the machine to the others. */
const FLOOD_BYTES_PER_S = 20e6;

/** Whether this process is to attack. The program calls it first. */
export function isAttackProcess(): boolean {
  return process.argv[2] === MARK;
}

/** Attacks from a process of its own until it is stopped. */
export function startAttack(
  program: string,
  order: AttackOrder,
): { stop(): Promise<AttackReport> } {
  const child = fork(fileURLToPath(program), [MARK], { serialization: 'advanced' });
  atEnd(() => child.kill('SIGKILL'));
  child.send(order);
  return {
    stop: async () => {
      const answer = once(child, 'message');
      child.send('stop');
      const [counts] = (await answer) as [AttackReport];
      child.kill('SIGKILL');
      return counts;
    },
  };
}

export function serveAttack(): void {
  // The relay and the program that measures it take precedence over the attack.
  setPriority(constants.priority.PRIORITY_LOW);
  process.on('disconnect', () => process.exit());
  process.once('message', ({ url, loot }: AttackOrder) => {
    const counts = { opened: 0, refused: 0, ended: 0, bytesSent: 0, bytesRead: 0 };
    const only = process.env['ONLY'] ?? '';
    const sockets = hostileKinds(loot)
      .filter(({ name }) => name.includes(only))
      .flatMap((kind) => Array.from({ length: kind.count }, (_, index) => ({ kind, index })))
      .map(
        ({ kind, index }, at) => new HostileSocket(url, kind, index, `198.51.100.${at}`, counts),
      );
    const timer = setInterval(createTick(sockets), TICK_MS);
    process.once('message', () => {
      clearInterval(timer);
      for (const socket of sockets) socket.close();
      const { user, system } = process.cpuUsage();
      process.send?.({ ...counts, cpuSeconds: (user + system) / 1e6 });
    });
  });
}

/** Sends a share of the floods in each tick. The sockets take turns at being first. */
function createTick(sockets: readonly HostileSocket[]): () => void {
  const share = (FLOOD_BYTES_PER_S * TICK_MS) / 1000;
  let first = 0;
  return () => {
    let left = share;
    const now = Date.now();
    for (let n = 0; n < sockets.length; n++) {
      const at = (first + n) % sockets.length;
      const used = sockets[at]?.tick(now, left > 0) ?? 0;
      left -= used;
      if (used > 0 && left <= 0) first = at + 1;
    }
  };
}
