// A visitor in Chromium and an operator on a line that is slow and cut at random: everything
// arrives, once and in order. `npm run bench -- lossy-line`; MINUTES=10 MESSAGES=1000 for the full
// form, SEED=… to repeat, CHROMIUM_PATH=… where the browser isn't in its usual place.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { createRelayProcess } from './torture/relay-process';
import { visitOverLossyLine } from './lossy-line/lossy-visit';

const minutes = Number(process.env['MINUTES'] ?? 1);
const messages = Number(process.env['MESSAGES'] ?? 100);
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  console.error(`no Chromium at ${executablePath}: set CHROMIUM_PATH to where it is`);
  process.exit(1);
}

// This program's bundle lies in node_modules/.cache/bench of the package.
const built = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const { outputFiles } = await build({
  entryPoints: [built('widget-sdk/dist/index.js')],
  bundle: true,
  write: false,
  format: 'esm',
  logLevel: 'error',
});
const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-lossy-'));
const relay = await createRelayProcess(built('server/dist/main.js'), {
  ENV: 'local',
  DATA_DIR: dataDir,
});
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  await relay.start();
  console.log(`${minutes} min, ${messages} messages each way, seed ${seed}`);
  const figures = await visitOverLossyLine({
    relayUrl: relay.url,
    browser: await browser.newContext(),
    sdk: outputFiles[0]?.text ?? '',
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
  await browser.close();
  await relay.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
