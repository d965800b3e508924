// 200 hostile sockets of every kind against a relay with production's limits, and what it does to
// its memory, to other visitors' acks and to /healthz.
//   SECONDS=60  how long the attack lasts      ONLY=sync  only the kinds with this in their name
//   DATABASE=sqlite|mysql|both
import { setTimeout as wait } from 'node:timers/promises';
import { isAttackProcess, serveAttack, startAttack } from './hostile-sockets/attack';
import { startProbes, type Window } from './hostile-sockets/probes';
import { setStage } from './hostile-sockets/stage';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { percentile, type Figure } from './support/figures';

const SECONDS = Number(process.env['SECONDS'] ?? 60);
const WARM_UP_SECONDS = 5;
const QUIET_SECONDS = 15;
const RECOVERY_SECONDS = 10;

if (isAttackProcess()) serveAttack();
else await runOnEachDatabase('hostile-sockets', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const { relay, probeTokens, loot } = await setStage();
  const probes = await startProbes(relay.url, relay.pid(), probeTokens);
  await probes.window(WARM_UP_SECONDS);
  const idle = await probes.window(QUIET_SECONDS);

  const attack = startAttack(import.meta.url, { url: relay.url, loot });
  const attacked = await probes.window(SECONDS);
  const done = await attack.stop();

  await wait(RECOVERY_SECONDS * 1000);
  const after = await probes.window(QUIET_SECONDS);

  const mebibytes = (bytes: number) => bytes / 2 ** 20;
  const p99 = (window: Window) => percentile(window.ackMs, 0.99);
  const acks = (name: string, window: Window) => [
    figure(`acks ${name}, p50`, percentile(window.ackMs, 0.5), 'ms'),
    figure(`acks ${name}, p99`, p99(window), 'ms'),
  ];
  return [
    figure('memory before', mebibytes(idle.lastBytes), 'MiB'),
    figure(
      'memory, growth at its peak',
      mebibytes(attacked.peakBytes - idle.lastBytes),
      'MiB',
      '< 64',
    ),
    figure('memory, growth 10 s after', mebibytes(after.lastBytes - idle.lastBytes), 'MiB', '< 64'),
    ...acks('idle', idle),
    ...acks('in the attack', attacked),
    ...acks('10 s after', after),
    figure('p99 in the attack ÷ idle', p99(attacked) / p99(idle), '×', '<= 2'),
    figure('p99 10 s after ÷ idle', p99(after) / p99(idle), '×', '<= 2'),
    figure('messages unanswered', attacked.unanswered + after.unanswered, 'messages', '0'),
    figure('other visitors closed', attacked.closed + after.closed, 'sockets', '0'),
    figure('/healthz idle, p99', percentile(idle.healthMs, 0.99), 'ms'),
    figure('/healthz in the attack, p99', percentile(attacked.healthMs, 0.99), 'ms', '< 100'),
    figure('/healthz 10 s after, p99', percentile(after.healthMs, 0.99), 'ms', '< 100'),
    figure('hostile sockets opened', done.opened, 'sockets'),
    figure('hostile sockets refused', done.refused, 'sockets'),
    figure('hostile sockets ended', done.ended, 'sockets'),
    figure('sent by them', done.bytesSent / 1e6, 'MB'),
    figure('read by them', done.bytesRead / 1e6, 'MB'),
    figure('their processor time', done.cpuSeconds, 's'),
  ];
}
