// A visitor and an operator on a line that is slow and cut at random: everything arrives, once and
// in order. `npm run bench -- lossy-line`; MINUTES=10 MESSAGES=1000 for the full form, SEED=… to repeat.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRelayProcess } from '../../server/bench/torture/relay-process';
import { visitOverLossyLine } from './support/lossy-visit';

const minutes = Number(process.env['MINUTES'] ?? 1);
const messages = Number(process.env['MESSAGES'] ?? 100);
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

// This program's bundle lies in node_modules/.cache/bench of the package.
const script = fileURLToPath(new URL('../../../../server/dist/main.js', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-lossy-'));
const relay = await createRelayProcess(script, { ENV: 'local', DATA_DIR: dataDir });
try {
  await relay.start();
  console.log(`${minutes} min, ${messages} messages each way, seed ${seed}`);
  const figures = await visitOverLossyLine({
    relayUrl: relay.url,
    seed,
    messages,
    durationMs: minutes * 60_000,
    onProgress: (written) => console.log(`  ${written} written`),
  });
  console.table([figures]);
  console.log('target: 0 lost, 0 doubled, 0 reordered');
  console.log(JSON.stringify({ bench: 'lossy-line', seed, minutes, figures: [figures] }));
  process.exitCode = figures.lost + figures.doubled + figures.reordered > 0 ? 1 : 0;
} finally {
  await relay.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
