import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createVisitor, createWorld, type World } from '../../../server/test/support/world';
import { LIMITS_OFF } from '../support/limits-off';
import { createRelayHome } from '../support/relay-home';
import type { RelayProcess } from '../torture/relay-process';
import type { Loot } from './kinds';

export interface HostileStage {
  /** The attacked relay, with the default limits. */
  relay: RelayProcess;
  /** Tokens of well-behaved visitors, whose acks are measured. */
  probeTokens: string[];
  loot: Loot;
}

const PROBES = 20;
const FLOODING_SESSIONS = 5;
const LONG_CONVERSATIONS = 5;
const LONG_MESSAGES = 3_000;
const LONG_TEXT = 'x'.repeat(4_000);
const IN_FLIGHT = 50;

/**
 * Sets up accounts with a relay in local mode, which needs no mail server. The attacked relay follows it on the same
 * database and takes each socket's address from its proxy's header.
 */
export async function setStage(): Promise<HostileStage> {
  const home = await createRelayHome();
  const maker = await home.startRelay(LIMITS_OFF);
  const world = await createWorld(maker.url, { bot: { kind: 'none' } });
  const tokens = await Promise.all(
    Array.from({ length: PROBES + FLOODING_SESSIONS + LONG_CONVERSATIONS }, async () => {
      return (await createVisitor(maker.url, world)).token;
    }),
  );
  const probeTokens = tokens.splice(0, PROBES);
  const visitorTokens = tokens.splice(0, FLOODING_SESSIONS);
  for (const token of tokens) await writeAtLength(maker.url, world, token);
  await maker.stop();
  const relay = await home.startRelay({
    ENV: 'production',
    ALLOW_NO_MAIL: 'true',
    TRUSTED_PROXIES: '127.0.0.1/32',
  });
  return {
    relay,
    probeTokens,
    loot: { consoleToken: world.ownerToken, visitorTokens, longTokens: tokens },
  };
}

async function writeAtLength(url: string, { origin }: World, token: string): Promise<void> {
  const address = `${url.replace('http', 'ws')}/api/v1/ws/widget?token=${token}`;
  const ws = new WebSocket(address, { origin });
  await once(ws, 'message'); // the welcome
  let sent = 0;
  let acked = 0;
  const say = (): void => {
    if (sent === LONG_MESSAGES) return;
    ws.send(JSON.stringify({ type: 'msg', client_msg_id: `l${sent++}`, content: LONG_TEXT }));
  };
  const done = new Promise<void>((resolve, reject) => {
    ws.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      if (type === 'error')
        reject(new Error(`a long conversation was refused: ${data.toString()}`));
      if (type !== 'ack') return;
      say();
      if (++acked === LONG_MESSAGES) resolve();
    });
    ws.once('close', (code) => reject(new Error(`a long conversation was closed with ${code}`)));
  });
  for (let n = 0; n < IN_FLIGHT; n++) say();
  await done;
  ws.removeAllListeners('close').terminate();
}
