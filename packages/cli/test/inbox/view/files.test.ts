import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { buildMessage } from '../../../../desk/test/support/desk-fixtures';
import { threadLines } from '../../../src/inbox/message-lines';

const file = {
  upload_id: 'up_1',
  name: 'colis\u001b[2J\n\u202egpj.exe',
  type: 'image/png',
  bytes: 2_000,
  sha256: 'f'.repeat(64),
  scan: 'none' as const,
};

it('shows each file on its line, with the id that saves it and nothing that moves the cursor', () => {
  const attachments = [file, { ...file, name: 'b.pdf', scan: 'infected' as const }];
  const lines = threadLines([buildMessage({ seq: 1, content: '', attachments })], 120);
  const texts = lines.map((line) => line.text);
  expect(texts).toEqual([
    '[file] colis␛[2J gpj.exe (image/png, 2 kB) up_1',
    '[file] b.pdf (image/png, 2 kB, harmful: can’t be opened) up_1',
  ]);
  expect(texts.join('')).toBe(stripVTControlCharacters(texts.join('')));
});
