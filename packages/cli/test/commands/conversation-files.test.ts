import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { say, uploaderOf } from '../../../server/test/attachments/uploader';
import { pdf, png } from '../../../server/test/support/files';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { addOperator, createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'relayctl-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function talk() {
  const world = await platform.createWorld({ attachments: { enabled: true } });
  const { url } = platform.relay();
  const operator = await addOperator(url, world, 'Ana');
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  onTestFinished(() => socket.close());
  await socket.say('1', 'Hello');
  const id = (await socket.next('status')).conversation.conversation_id;
  await operator.api.post('/console/claim/conversation', { conversation_id: id });
  const { upload } = uploaderOf(url, visitor.token);
  return { id, socket, upload, operator, ana: platform.as(operator.token) };
}

it('sends files with a message, and says why a file is refused', async () => {
  const { id, socket, ana } = await talk();
  const folder = newFolder();
  const [invoice, page] = [join(folder, 'invoice.pdf'), join(folder, 'page.html')];
  writeFileSync(invoice, pdf);
  writeFileSync(page, '<html>');
  const sent = await ana(['conversation', 'send', id, 'Your invoice:', '--file', invoice]);
  expect(sent).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Sent as message \d/) });
  const got = await socket.next('msg', ({ content }) => content === 'Your invoice:');
  expect(got.attachments).toMatchObject([{ name: 'invoice.pdf', type: 'application/pdf' }]);
  const refused = await ana(['conversation', 'send', id, '--file', page]);
  expect(refused.exitCode).toBe(4);
  expect((await ana(['conversation', 'send', id])).exitCode).toBe(2);
  expect((await ana(['conversation', 'send', id, '--file', folder])).exitCode).toBe(2);
});

it('lists files, and saves one whole, under a name that can’t leave the folder', async () => {
  const { id, socket, upload, ana } = await talk();
  const file = png(4, 5);
  const { upload_id } = await upload(file, '../../~/$(reboot)/gpj.sh');
  await say(socket, 'f1', '', [upload_id]);
  const shown = await ana(['conversation', 'show', id]);
  expect(shown.stdout).toMatch(new RegExp(`image/png +\\d+ +none +${upload_id}\\n$`));
  expect(shown.stdout).not.toMatch(/[\u001b\u009b\u202e]/);
  expect(jsonOf(await ana(['conversation', 'show', id, '--json']))).toMatchObject({
    attachments: [{ upload_id, type: 'image/png', seq: 4 }],
  });

  const folder = newFolder();
  const download = ['conversation', 'download', id, upload_id, '-o'];
  const saved = await ana([...download, folder]);
  expect(saved).toMatchObject({ exitCode: 0 });
  expect(saved.stdout).not.toMatch(/[\u001b\u009b\u202e]/);
  const [name = ''] = readdirSync(folder);
  expect(name).toMatch(/^[\w.$()~-]*_gpj\.sh\.png$/);
  expect(readFileSync(join(folder, name))).toEqual(file);
  // Nothing is overwritten.
  expect(await ana([...download, folder])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('is already there'),
  });
  expect(await ana([...download, join(folder, 'none', 'x.png')])).toMatchObject({ exitCode: 1 });
  const unknown = await ana(['conversation', 'download', id, 'up_unknown', '-o', folder]);
  expect(unknown).toMatchObject({ exitCode: 4 });
  expect(existsSync(join(folder, '..', 'gpj.sh'))).toBe(false);
  expect(readdirSync(folder)).toEqual([name]);
});
