import { setTimeout as wait } from 'node:timers/promises';
import { createVisitor, createWorld } from '../../../server/test/support/world';
import { runLoad } from '../support/ack-load';
import { preciseNow, type CallbackSink } from '../support/callback-sink';
import { LIMITS_OFF } from '../support/limits-off';
import { cpuSeconds } from '../support/process-figures';
import { createRelayHome } from '../support/relay-home';

/** Cost of one operation in µs: elapsed time, and processor time of the relay. */
export interface Cost {
  elapsed: number;
  cpu: number;
}

/** A relay of one build, on a fresh database. */
export interface BuildUnderTest {
  acks(): Promise<Cost>;
  callbacks(): Promise<Cost>;
}

const ACK_VISITORS = 100;
const CALLBACK_VISITORS = 40;
const SECONDS = 3;
const WARM_UP_SECONDS = 5;
const DELIVERED_WITHIN_MS = 60_000;

export async function startBuild(
  program: string,
  script: string,
  sink: CallbackSink,
): Promise<BuildUnderTest> {
  const home = await createRelayHome(script);
  const relay = await home.startRelay(LIMITS_OFF);
  const { url } = relay;
  const tokensOf = async (callbackUrl: string | null, count: number): Promise<string[]> => {
    const world = await createWorld(url, {
      bot: { kind: 'none' },
      ...(callbackUrl !== null && { callback_url_base: callbackUrl }),
    });
    const visitors = await Promise.all(
      Array.from({ length: count }, () => createVisitor(url, world)),
    );
    return visitors.map(({ token }) => token);
  };
  const ackTokens = await tokensOf(null, ACK_VISITORS);
  const callbackTokens = await tokensOf(sink.url, CALLBACK_VISITORS);

  // Excludes the first seconds of the process, in which its code is compiled.
  await runLoad(program, { url, tokens: ackTokens, inFlight: 4, seconds: WARM_UP_SECONDS });

  return {
    acks: async () => {
      const cpu = cpuSeconds(relay.pid());
      const order = { url, tokens: ackTokens, inFlight: 4, seconds: SECONDS };
      const load = await runLoad(program, order);
      return {
        elapsed: (load.seconds / load.acks) * 1e6,
        cpu: ((cpuSeconds(relay.pid()) - cpu) / load.acksInAll) * 1e6,
      };
    },
    callbacks: async () => {
      await sink.takeArrivals();
      const cpu = cpuSeconds(relay.pid());
      const from = preciseNow();
      const order = { url, tokens: callbackTokens, inFlight: 4, seconds: SECONDS };
      const { acksInAll } = await runLoad(program, order);
      let delivered = 0;
      let lastAt = from;
      const deadline = from + DELIVERED_WITHIN_MS;
      // Each message causes at least one event.
      while (delivered < acksInAll) {
        if (preciseNow() > deadline) throw new Error(`${delivered} of ${acksInAll} callbacks came`);
        await wait(50);
        for (const at of (await sink.takeArrivals()).values()) {
          delivered++;
          lastAt = Math.max(lastAt, at);
        }
      }
      return {
        elapsed: ((lastAt - from) / delivered) * 1e3,
        cpu: ((cpuSeconds(relay.pid()) - cpu) / delivered) * 1e6,
      };
    },
  };
}
