import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createVisitor, createWorld } from '../../../server/test/support/world';
import { at, uploaderOf } from '../../../server/test/attachments/uploader';
import { LIMITS_OFF } from '../support/limits-off';
import { createRelayHome } from '../support/relay-home';
import type { RelayProcess } from '../torture/relay-process';
import type { CountedPlace } from './counting';

export interface UploadStage extends CountedPlace {
  /** A relay with the default limits. */
  relay: RelayProcess;
  probeTokens: string[];
  /** Addresses of announced uploads of the largest size that is allowed. */
  announced: string[];
  /** Lets one visitor after another upload a file, and measures how long each takes. */
  uploadOfOthers(seconds: number): Promise<{ done: number; failed: number; ms: number[] }>;
}

const PROBES = 20;
const ANNOUNCED = 500;
const UNFINISHED = 5;
const OTHERS = 10;
const OTHERS_BYTES = 100_000;
const OTHERS_EVERY_MS = 400;

/** Sets up visitors and announcements with a relay in local mode. The attacked relay follows it. */
export async function setUploadStage(maxBytes: number): Promise<UploadStage> {
  const home = await createRelayHome();
  const maker = await home.startRelay(LIMITS_OFF);
  const world = await createWorld(maker.url, {
    bot: { kind: 'none' },
    attachments: { enabled: true, max_bytes: maxBytes },
  });
  const visitors = async (count: number) => {
    const made: string[] = [];
    for (let n = 0; n < count; n++) made.push((await createVisitor(maker.url, world)).token);
    return made;
  };
  const probeTokens = await visitors(PROBES);
  const otherTokens = await visitors(OTHERS);
  const announced: string[] = [];
  for (const token of await visitors(ANNOUNCED / UNFINISHED)) {
    const { create } = uploaderOf(maker.url, token);
    for (let n = 0; n < UNFINISHED; n++) {
      const { status, data } = await create(maxBytes, 'a.txt');
      if (status !== 201) throw new Error(`an upload was not announced: ${status}`);
      announced.push(data.put.url);
    }
  }
  await maker.stop();
  const relay = await home.startRelay({
    ENV: 'production',
    ALLOW_NO_MAIL: 'true',
    TRUSTED_PROXIES: '127.0.0.1/32',
    LIMIT_UPLOADS_PER_SESSION_DAY: '1000',
  });
  let keptBytes = 0;
  return {
    relay,
    probeTokens,
    announced,
    databaseUrl: home.databaseUrl,
    filesFolder: join(home.dataDir, 'attachments'),
    keptBytes: () => keptBytes,
    uploadOfOthers: async (seconds) => {
      const result = { done: 0, failed: 0, ms: [] as number[] };
      const until = performance.now() + seconds * 1000;
      for (let n = 0; performance.now() < until; n++) {
        const from = performance.now();
        keptBytes += OTHERS_BYTES;
        const isDone = await uploadOnce(relay.url, otherTokens[n % OTHERS]!, n % OTHERS); // never empty
        if (isDone) result.done++;
        else {
          result.failed++;
          keptBytes -= OTHERS_BYTES;
        }
        result.ms.push(performance.now() - from);
        await wait(OTHERS_EVERY_MS);
      }
      return result;
    },
  };
}

/** Uploads a file as one visitor from the given network. */
async function uploadOnce(url: string, token: string, network: number): Promise<boolean> {
  const from = { 'x-forwarded-for': `203.0.113.${network}` };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { ...from, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as {
      data: { upload_id: string; put: { url: string } };
    };
    return { status: answer.status, data };
  };
  const created = await post('/create/upload', { name: 'a.txt', bytes: OTHERS_BYTES });
  if (created.status !== 201) return false;
  const { upload_id, put } = created.data;
  const body = Buffer.alloc(OTHERS_BYTES, 'a');
  const sent = await fetch(at(url, put.url), { method: 'PUT', headers: from, body });
  if (sent.status !== 200) return false;
  return (await post('/finish/upload', { upload_id })).status === 200;
}
