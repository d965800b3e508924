// Verification of a signed request, compared with the Standard Webhooks library, in one thread.
import { verifySignedRequest } from '@chat-relay/receiver-sdk';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { Webhook } from 'standardwebhooks';
import { median, report, type Figure } from './support/figures';

const RUNS = 5;
const RUN_MS = 500;
const SECRET = `ts_${'q7Hh3v0nB1yJ2m4x6Zt8Lw5cRkPaSdFg'}`;
const TENANT_ID = '0190f3c2-7a5b-7c3d-8e9f-0a1b2c3d4e5f';

const webhook = new Webhook(Buffer.from(SECRET).toString('base64'));

const figures: Figure[] = [];
for (const [size, bytes, target] of [
  ['1 KiB', 1024, 4],
  ['64 KiB', 65_536, 9],
] as const) {
  const text = JSON.stringify({ content: 'x'.repeat(bytes - '{"content":""}'.length) });
  const ours = await oursOf(text);
  const theirs = theirsOf(text);
  // Alternates, so that other load on the machine affects both.
  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (let run = 0; run < RUNS; run++) {
    rates.ours.push(await ratePerS(ours));
    rates.theirs.push(await ratePerS(theirs));
  }
  const [our, their] = [median(rates.ours), median(rates.theirs)];
  const figure = (what: string, value: number, unit: string, wanted = ''): Figure => ({
    database: '',
    what: `verification of ${size}, ${what}`,
    value: Math.round(value * 10) / 10,
    unit,
    target: wanted,
  });
  figures.push(
    figure('receiver-sdk', our, '/s'),
    figure('standardwebhooks', their, '/s'),
    figure('the one by the other', our / their, '×', `>= ${target}`),
  );
}
report('verify', figures);

async function oursOf(text: string): Promise<() => Promise<unknown>> {
  const body = Buffer.from(text);
  const nowMs = Date.now();
  const headers = signedHeaders({ tenantId: TENANT_ID, secret: SECRET, timestampMs: nowMs, body });
  const verify = () => verifySignedRequest({ headers, body, secrets: [SECRET], nowMs });
  await verify();
  return verify;
}

function theirsOf(text: string): () => unknown {
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': webhook.sign('msg_1', at, text),
  };
  return () => webhook.verify(text, headers);
}

async function ratePerS(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  let count = 0;
  while (performance.now() - startedMs < RUN_MS) {
    for (let index = 0; index < 100; index++) await work();
    count += 100;
  }
  return (count * 1000) / (performance.now() - startedMs);
}
