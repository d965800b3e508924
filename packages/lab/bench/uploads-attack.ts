// One address with 100 PUTs that send a byte now and then, and 500 announced uploads, against a relay with production's
// limits: how many bytes arrive at once, what is left of them, and what other visitors notice.
//   SECONDS=60  how long the attack lasts      DATABASE=sqlite|mysql|both
import { setTimeout as wait } from 'node:timers/promises';
import { startProbes, type Window } from './hostile-sockets/probes';
import { startCounting } from './uploads-attack/counting';
import { setUploadStage } from './uploads-attack/stage';
import { isSlowPutProcess, serveSlowPuts, startSlowPuts } from './uploads-attack/slow-puts';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { percentile, type Figure } from './support/figures';

const SECONDS = Number(process.env['SECONDS'] ?? 60);
const WARM_UP_SECONDS = 5;
const QUIET_SECONDS = 15;
const LEFT_AFTER_SECONDS = 60;
const MAX_BYTES = 10 * 2 ** 20;
const AT_ONCE = 8;

if (isSlowPutProcess()) serveSlowPuts();
else await runOnEachDatabase('uploads-attack', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const stage = await setUploadStage(MAX_BYTES);
  const { relay } = stage;
  const probes = await startProbes(relay.url, relay.pid(), stage.probeTokens);
  const counting = startCounting(stage);
  await probes.window(WARM_UP_SECONDS);
  const idle = await probes.window(QUIET_SECONDS);

  const { announced: addresses } = stage;
  const attack = startSlowPuts(import.meta.url, { url: relay.url, addresses, bytes: MAX_BYTES });
  const others = stage.uploadOfOthers(SECONDS);
  const attacked = await probes.window(SECONDS);
  const uploaded = await others;
  const done = await attack.stop();
  const peak = counting.peak();

  await wait(LEFT_AFTER_SECONDS * 1000);
  const left = await counting.now();

  const p99 = (window: Window) => percentile(window.ackMs, 0.99);
  const mebibytes = (bytes: number) => bytes / 2 ** 20;
  const most = mebibytes(AT_ONCE * MAX_BYTES);
  return [
    figure('uploads announced', stage.announced.length, 'uploads'),
    figure('requests begun by the address', done.begun, 'requests'),
    figure('requests refused', done.refused, 'requests'),
    figure('sent by the address', mebibytes(done.bytesSent), 'MiB'),
    figure('bytes on disk, at their peak', mebibytes(peak.diskBytes), 'MiB', `<= ${most}`),
    figure(
      'requests of a network that arrive at once, at their peak',
      peak.arrivals,
      'requests',
      '<= 8',
    ),
    figure('bytes on disk, 60 s after', left.diskBytes, 'bytes', '0'),
    figure('bytes booked, 60 s after', left.bookedBytes, 'bytes', '0'),
    figure('acks idle, p99', p99(idle), 'ms'),
    figure('acks in the attack, p50', percentile(attacked.ackMs, 0.5), 'ms'),
    figure('acks in the attack, p99', p99(attacked), 'ms'),
    figure('p99 in the attack ÷ idle', p99(attacked) / p99(idle), '×', '<= 2'),
    figure('messages unanswered', attacked.unanswered, 'messages', '0'),
    figure('/healthz in the attack, p99', percentile(attacked.healthMs, 0.99), 'ms', '< 100'),
    figure('uploads of others', uploaded.done, 'uploads', '> 0'),
    figure('uploads of others that failed', uploaded.failed, 'uploads', '0'),
    figure('uploads of others, p99', percentile(uploaded.ms, 0.99), 'ms'),
  ];
}
