import { afterAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../src/platform/log';
import { createRunningWork } from '../../../src/platform/event-loop/running-work';
import { keep } from '../../support/printed/keep';
import { startRelay, type TestRelay } from '../../support/relay';

interface Line {
  event: string;
  ms: number;
  work: string[];
}

const lines: Line[] = [];
const log = createLog(
  { level: 'warn', isReadable: false, outageOf: () => null },
  {
    write: (line) => {
      keep(line);
      lines.push(JSON.parse(line) as Line);
    },
  },
);

let relay: TestRelay | undefined;
afterAll(() => relay?.stop());

/** A relay with a route that keeps the event loop busy for as long as it is asked to. */
async function startHolding(): Promise<string> {
  relay = await startRelay({ log });
  relay.relay.http.route({
    method: 'GET',
    path: '/hold/{ms}',
    options: { auth: false },
    handler: ({ params }) => {
      // Processor time: on a busy machine, this process may have none for a while.
      const began = process.cpuUsage();
      const worked = () => process.cpuUsage(began).user / 1000;
      // Most of the time outside of the kernel, which on some machines takes long to measure it.
      while (worked() < Number(params['ms'])) for (let n = 0; n < 1e6; n++) Math.sqrt(n);
      return 'held';
    },
  });
  return relay.url;
}

describe('a turn of the event loop', () => {
  it('that takes over 200 ms is one line, which names the route', async () => {
    const url = await startHolding();
    await fetch(`${url}/hold/500`);
    const isHeld = ({ event, ms }: Line) => event === 'event_loop.held' && ms >= 400;
    const line = await vi.waitFor(() => {
      const found = lines.find(isHeld);
      if (!found) throw new Error(`no such line among ${JSON.stringify(lines)}`);
      return found;
    });
    expect(line.work[0]).toBe('GET /hold/{ms}');
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const counted = (series: string): number => {
      const line = metrics.split('\n').find((one) => one.startsWith(series));
      return Number(line?.split(' ')[1]);
    };
    const all = counted('relay_event_loop_delay_seconds_count');
    const short = counted('relay_event_loop_delay_seconds_bucket{le="0.2"}');
    expect(all - short).toBeGreaterThanOrEqual(1);
  });
});

describe('what a relay is doing', () => {
  it('is named by what has ended, the longest first, then by what runs, the latest first', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const work = createRunningWork();
    const old = work.begin('old poll');
    vi.advanceTimersByTime(1_000);
    const long = work.begin('long');
    vi.advanceTimersByTime(300);
    work.begin('late');
    work.note('note');
    work.end(long);
    expect(work.names(9)).toEqual(['long', 'note', 'late', 'old poll']);
    expect(work.names(2)).toEqual(['long', 'note']);
    work.forget();
    work.end(old);
    expect(work.names(9)).toEqual(['old poll', 'late']);
    vi.useRealTimers();
  });
});
