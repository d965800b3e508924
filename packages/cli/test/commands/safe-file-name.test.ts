import { basename, join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { safeFileName } from '../../src/commands/conversations/safe-file-name';

it.each([
  ['invoice.pdf', 'application/pdf', 'invoice.pdf'],
  ['Mon écran.PNG', 'image/png', 'Mon écran.PNG'],
  ['../../etc/passwd', 'text/plain', '_.._etc_passwd.txt'],
  ['C:\\Windows\\x.txt', 'text/plain', 'C_Windows_x.txt'],
  ['invoice.exe', 'application/pdf', 'invoice.exe.pdf'],
  ['\u202Egpj.exe', 'image/jpeg', '_gpj.exe.jpg'],
  ['a\u001b[2Jb\n.txt', 'text/plain', 'a_[2Jb_.txt'],
  ['.bashrc', 'text/plain', 'bashrc.txt'],
  ['~', 'text/plain', 'file.txt'],
  ['..', 'image/png', 'file.png'],
  ['con.txt', 'text/plain', '_con.txt'],
  ['-rf', 'text/plain', 'rf.txt'],
  ['x', 'application/new', 'x.bin'],
])('saves %j as what it is, in its folder', (name, type, saved) => {
  expect(safeFileName({ name, type })).toBe(saved);
});

it('cuts a name that is too long for a file system, and keeps its end', () => {
  const saved = safeFileName({ name: `${'é'.repeat(250)}.jpeg`, type: 'image/jpeg' });
  expect(Buffer.byteLength(saved)).toBeLessThan(200);
  expect(saved).toMatch(/^é+\.jpeg$/);
  const path = join('folder', safeFileName({ name: '/../..//', type: 'image/png' }));
  expect(path).toBe(`folder${sep}${basename(path)}`);
});
