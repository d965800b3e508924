import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();
const EXAMPLE = fileURLToPath(new URL('../../../../examples/import-chatwoot/', import.meta.url));

const convert = (folder: string): string =>
  execFileSync(process.execPath, [join(EXAMPLE, 'src/main.mjs'), folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

it('imports saved answers of Chatwoot', async () => {
  const { world, run } = await platform.setUpWorld();
  const lines = convert(join(EXAMPLE, 'sample'));
  expect(jsonOf(await run(['import', '-', '--json'], lines))).toMatchObject({
    imported: 2,
    canned_replies: { created: 2 },
    refused: 0,
  });
  const { data } = await world.owner.get<{ conversations: { conversation_id: string }[] }>(
    `/console/fetch/conversations?tenant_id=${world.tenantId}&user_id=u-42`,
  );
  const [row] = data.conversations;
  expect(row).toMatchObject({
    metadata: { labels: ['delivery'], external_id: 'chatwoot-12' },
    locale: 'fr',
    visitor: { unverified: { display_name: 'Léa Martin', attributes: { plan: 'gold' } } },
  });
  const history = await world.owner.get<{ messages: object[] }>(
    `/console/fetch/messages?conversation_id=${row?.conversation_id}`,
  );
  expect(history.data.messages).toMatchObject([
    { sender: { kind: 'visitor' }, content: 'Où est mon colis ?' },
    { sender: { kind: 'bot', display_name: 'Assistant' } },
    { sender: { kind: 'visitor' }, content: '[image: colis.png]' },
    { sender: { kind: 'agent', display_name: 'Camille' }, created_at: '2024-05-01T09:03:00.000Z' },
  ]);
});

it('brings a conversation that is too long in parts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatwoot-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'messages'));
  const payload = Array.from({ length: 2_100 }, (_, n) => ({
    id: n,
    content: n === 0 ? 'é'.repeat(9_000) : `Message ${n}`,
    message_type: n % 2,
    created_at: 1_714_554_000 + n,
    private: false,
  }));
  writeFileSync(join(folder, 'messages/7.json'), JSON.stringify({ meta: {}, payload }));
  const { run } = await platform.setUpWorld();
  const outcome = await run(['import', '-', '--json'], convert(folder));
  expect(jsonOf(outcome)).toMatchObject({ imported: 3, refused: 0 });
});
