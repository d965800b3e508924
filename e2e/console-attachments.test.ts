import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { say, uploaderOf } from '../packages/server/test/attachments/uploader';
import type { Api } from '../packages/server/test/support/api';
import { readSql, writeSql } from '../packages/server/test/support/direct-sql';
import { saidTwice, stickingOut } from './support/console-browser';
import {
  claimOf,
  faultsOf,
  openInbox,
  rowOf,
  showInbox,
  startConsoleStage,
  type ConsoleStage,
  type Visit,
} from './support/console-stage';
import { giveFiles, picture, textFile, type GivenFile } from './support/files';

const MIB = 1024 * 1024;
let stage: ConsoleStage;
let camille: { email: string; api: Api };

beforeAll(async () => {
  stage = await startConsoleStage();
  const { world } = stage;
  await world.owner.post('/console/update/tenant', {
    tenant_id: world.tenantId,
    attachments: { enabled: true, max_bytes: 16 * MIB },
  });
  camille = await stage.addOperator('Camille');
});
afterAll(() => stage?.stop());

const draft = (page: Page) => page.locator('.draft-files > li');
const choose = (page: Page, files: GivenFile[]) =>
  page.locator('.composer input[type=file]').setInputFiles(files);
const arrived = (page: Page, count: number) =>
  expect
    .poll(() => page.locator('.draft-files > li:not(.failed):not(:has(progress))').count(), {
      timeout: 30_000,
    })
    .toBe(count);
const send = (page: Page) => page.getByRole('button', { name: 'Envoyer', exact: true }).click();
const violationsOn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);

/** The visitor sends files, as a page of the tenant does. */
async function visitorSends({ socket }: Visit, said: string, files: GivenFile[]): Promise<void> {
  const token = new URL(socket.ws.url).searchParams.get('token') ?? '';
  const { upload } = uploaderOf(stage.relay.url, token);
  const ids: string[] = [];
  for (const { name, buffer } of files) ids.push((await upload(buffer, name)).upload_id);
  await say(socket, `files-${said}-${files.length}`, said, ids);
}

interface Sent {
  content: string;
  sender: { kind: string };
  attachments?: { name: string; type: string; sha256: string }[];
}

async function sentIn({ conversationId }: Visit): Promise<Sent[]> {
  const path = `/console/fetch/messages?conversation_id=${conversationId}&limit=200`;
  const { data } = await stage.world.owner.get<{ messages: Sent[] }>(path);
  return data.messages.filter(({ sender }) => sender.kind === 'agent');
}

const loaded = (page: Page) =>
  page.$$eval('.picture img', (images) =>
    images.map((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
  );

it('sends files with a message, shows how far they are, and cancels one', async () => {
  const visit = await stage.visit(['Pouvez-vous m’envoyer la facture ?']);
  const page = await openInbox(stage, camille.email);
  const area = await claimOf(page, visit);
  stage.relay.slowDown(MIB);
  await choose(page, [textFile('facture.txt', 9 * MIB), textFile('inutile.txt', 9 * MIB)]);
  await area.fill('La voici.');
  const percent = draft(page).filter({ hasText: 'facture.txt' });
  await expect.poll(() => percent.innerText()).toMatch(/[1-9]\d?\s?%/);
  // A file that is still uploading holds the message back. Its text can be sent without it.
  await area.press('Enter');
  await page.getByText('Les fichiers sont en cours d’envoi.').first().waitFor();
  expect(await page.getByRole('button', { name: 'Envoyer le texte seul' }).isVisible()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Retirer inutile.txt' }).click();
  expect(await area.evaluate((element) => element === document.activeElement)).toBe(true);
  stage.relay.slowDown(null);
  await arrived(page, 1);
  await send(page);
  await page.getByRole('button', { name: /Télécharger facture\.txt/ }).waitFor();
  await expect.poll(() => draft(page).count()).toBe(0);
  expect(await sentIn(visit)).toMatchObject([
    { content: 'La voici.', attachments: [{ name: 'facture.txt', type: 'text/plain' }] },
  ]);
  const got = await visit.socket.next('msg', ({ content }) => content === 'La voici.');
  expect(got.attachments).toHaveLength(1);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Télécharger facture\.txt/ }).click();
  const saved = await (await download).path();
  const { attachments: [sent] = [] } = (await sentIn(visit))[0] ?? {};
  expect(createHash('sha256').update(readFileSync(saved)).digest('hex')).toBe(sent?.sha256);
  expect((await download).suggestedFilename()).toBe('facture.txt');
  expect(await violationsOn(page)).toEqual([]);
  await page.context().close();
});

it('takes a pasted picture and dropped files, at most five, and none for a note', async () => {
  const visit = await stage.visit(['Un schéma, s’il vous plaît']);
  const page = await openInbox(stage, camille.email);
  const area = await claimOf(page, visit);
  await giveFiles(area, 'paste', [picture('image.png')]);
  await arrived(page, 1);
  // Files may be dropped anywhere in the conversation.
  const dropped = ['a', 'b', 'c', 'd', 'e'].map((name) => textFile(`${name}.txt`));
  await giveFiles(page.getByRole('log'), 'drop', dropped);
  await page.getByText('Un message accepte au plus 5 fichiers.').first().waitFor();
  await arrived(page, 5);

  const note = page.getByLabel('Nouvelle note');
  await giveFiles(note, 'drop', [textFile('secret.txt')]);
  await page.getByText('Les notes n’acceptent pas de fichiers').first().waitFor();
  expect(await draft(page).count()).toBe(5);
  await send(page);
  const picked = page.getByRole('button', { name: 'Afficher l’image image.png' });
  await picked.waitFor();
  await expect.poll(() => loaded(page)).toEqual([true]);
  const [sent] = await sentIn(visit);
  expect(sent?.content).toBe('');
  const names = sent?.attachments?.map(({ name }) => name);
  expect(names?.join(' ')).toBe('image.png a.txt b.txt c.txt d.txt');
  await expect.poll(() => rowOf(page, visit).innerText()).toMatch(/Vous\s: Photo/);
  expect(await violationsOn(page)).toEqual([]);
  await page.context().close();
});

it('says before it sends what the site does not take, and what is empty', async () => {
  const visit = await stage.visit(['Bonjour']);
  const page = await openInbox(stage, camille.email);
  await claimOf(page, visit);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await choose(page, [
    textFile('long.txt', 17 * MIB),
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(9) },
    { name: 'vide.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ]);
  const why = page.locator('.draft-files .failed');
  await expect.poll(() => why.count()).toBe(3);
  const texts = await why.allInnerTexts();
  expect(texts.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringContaining('Le fichier est trop volumineux. Au plus 16 Mo.'),
    expect.stringContaining('Ce type de fichier n’est pas autorisé'),
    expect.stringContaining('Le fichier est vide.'),
  ]);
  expect(asked.filter((url) => url.includes('upload'))).toEqual([]);
  expect(await page.getByRole('button', { name: /^Réessayer/ }).count()).toBe(0);
  // The relay determines the type from the bytes, not from the name.
  await choose(page, [{ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('<svg>') }]);
  await expect.poll(() => why.count()).toBe(4);
  expect(await page.getByRole('button', { name: 'Réessayer photo.png' }).count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await page.context().close();
});

it('shows a visitor’s pictures by keyboard, and gives the focus back', async () => {
  const visit = await stage.visit(['Voici']);
  await visitorSends(visit, 'Trois vues', [
    picture('face.png'),
    picture('dos.png', { width: 300, height: 900, colour: [31, 133, 121] }),
    picture('dessus.png', { width: 1600, height: 500, colour: [176, 112, 15] }),
  ]);
  const page = await openInbox(stage, camille.email);
  await rowOf(page, visit).click();
  const first = page.getByRole('button', { name: 'Afficher l’image face.png' });
  await first.waitFor();
  await expect.poll(() => loaded(page)).toEqual([true, true, true]);
  await first.focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog');
  await box.getByText('Image 1 sur 3').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await box.getByRole('heading', { name: 'dos.png' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await box.getByText('Image 3 sur 3').waitFor();
  await expect
    .poll(() => box.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1600);
  await page.keyboard.press('ArrowLeft');
  await box.getByText('Image 2 sur 3').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => box.count()).toBe(0);
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
  await page.context().close();
});

it('keeps its place while pictures load, and shows none that is broken', async () => {
  const visit = await stage.visit(['Voici']);
  await visitorSends(visit, 'Une vue', [picture('vue.png')]);
  const page = await openInbox(stage, camille.email);
  // The first address has expired.
  let asked = 0;
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/fetch/attachment?*', async (route) => {
    asked += 1;
    if (asked === 1) {
      await route.fulfill({ status: 403, json: { data: { code: 'link_invalid' } } });
      return;
    }
    await held;
    await route.continue();
  });
  await rowOf(page, visit).click();
  const shown = page.locator('.picture');
  await shown.waitFor();
  await expect.poll(() => asked).toBe(2);
  const before = await shown.boundingBox();
  answer();
  await expect.poll(() => loaded(page)).toEqual([true]);
  expect(await shown.boundingBox()).toEqual(before);
  expect(before?.height).toBeGreaterThan(100);
  expect(asked).toBe(2);
  await page.context().close();
});

it('opens nothing that is being scanned or was found harmful, nor by its name', async () => {
  const visit = await stage.visit(['Voici']);
  const hostile = '\u202Egpj.exe <img src=x onerror=alert(1)> ../../etc/passwd';
  await visitorSends(visit, '', [picture('attente.png')]);
  await visitorSends(visit, ' ', [picture('virus.png')]);
  await visitorSends(visit, 'Le nom', [textFile('nom.txt')]);
  const { database } = stage.relay;
  // The relay refuses such names now, but an older version may have stored one.
  const name = `${hostile}${'x'.repeat(150)}.txt`;
  await writeSql(database, `UPDATE messages SET attachments = REPLACE(attachments, 'nom.txt', ?)`, [
    name,
  ]);
  await writeSql(database, 'UPDATE uploads SET name = ? WHERE name = ?', [name, 'nom.txt']);
  for (const [image, scan] of [
    ['attente.png', 'pending'],
    ['virus.png', 'infected'],
  ] as const) {
    await writeSql(
      database,
      `UPDATE messages SET attachments = REPLACE(attachments, '"scan":"none"', '"scan":"${scan}"')
       WHERE attachments LIKE ?`,
      [`%${image}%`],
    );
    await writeSql(database, 'UPDATE uploads SET scan = ? WHERE name = ?', [scan, image]);
  }
  const page = await openInbox(stage, camille.email);
  await rowOf(page, visit).click();
  const held = page.locator('.file.held');
  await expect.poll(() => held.count()).toBe(2);
  expect(await held.nth(0).innerText()).toContain('Analyse en cours');
  expect(await held.nth(1).innerText()).toContain('Jugé dangereux');
  expect(await page.locator('.picture').count()).toBe(0);
  const file = page.locator('button.file');
  const shown = await file.locator('bdi').innerText();
  expect(shown).toMatch(/^gpj\.exe <img src=x/);
  expect(shown).not.toContain('\u202E');
  const download = page.waitForEvent('download');
  await file.click();
  expect((await download).suggestedFilename()).toMatch(/^[^/\\]+\.txt$/);
  expect(await faultsOf(page)).toEqual([]);
  expect(await stickingOut(page)).toEqual([]);
  await page.context().close();
});

it('brings a file through the end of a relay, and keeps drafts with files over a reload', async () => {
  const visit = await stage.visit(['Bonjour']);
  const page = await openInbox(stage, camille.email);
  let area = await claimOf(page, visit);
  stage.relay.slowDown(MIB);
  await choose(page, [textFile('contrat.txt', 9 * MIB)]);
  await expect.poll(() => draft(page).innerText()).toMatch(/[1-9]\d?\s?%/);
  await stage.relay.kill();
  stage.relay.slowDown(null);
  await stage.relay.revive();
  await arrived(page, 1);
  await area.fill('Le contrat');

  await page.reload();
  await showInbox(page);
  await arrived(page, 1);
  area = page.getByRole('textbox', { name: /Votre réponse/ });
  expect(await area.inputValue()).toBe('Le contrat');
  // An unfinished upload can't be sent after a reload, and the page says so.
  stage.relay.slowDown(MIB);
  await choose(page, [textFile('annexe.txt', 9 * MIB)]);
  await expect.poll(() => draft(page).last().innerText()).toMatch(/\d\s?%/);
  stage.relay.slowDown(null);
  await page.reload();
  await showInbox(page);
  await page.getByText('Le fichier n’est plus disponible. Choisissez-le à nouveau.').waitFor();
  await page.getByRole('button', { name: 'Retirer annexe.txt' }).click();
  await send(page);
  await page.getByRole('button', { name: /Télécharger contrat\.txt/ }).waitFor();
  expect(await sentIn(visit)).toMatchObject([
    { content: 'Le contrat', attachments: [{ name: 'contrat.txt' }] },
  ]);
  const uploads = await readSql<{ state: string }>(
    stage.relay.database,
    'SELECT state FROM uploads WHERE name = ?',
    ['contrat.txt'],
  );
  expect(uploads).toEqual([{ state: 'finished' }]);
  await page.context().close();
});

it('sends once though the answer is lost, and keeps the text of a file that has expired', async () => {
  const visit = await stage.visit(['Bonjour']);
  const page = await openInbox(stage, camille.email);
  const area = await claimOf(page, visit);
  await choose(page, [textFile('plan.txt')]);
  await arrived(page, 1);
  await area.fill('Le plan');
  let lost = 0;
  await page.route('**/console/send/message', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await send(page);
  await page.getByRole('button', { name: /Télécharger plan\.txt/ }).waitFor();
  await expect.poll(() => page.locator('.outgoing').count(), { timeout: 10_000 }).toBe(0);
  expect(await sentIn(visit)).toHaveLength(1);
  await expect.poll(() => lost, { timeout: 10_000 }).toBeGreaterThan(1);

  await choose(page, [textFile('perdu.txt')]);
  await arrived(page, 1);
  await area.fill('Voici le reste');
  await writeSql(stage.relay.database, 'DELETE FROM uploads WHERE name = ?', ['perdu.txt']);
  await send(page);
  await page.getByText('Le fichier n’est plus disponible.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reprendre dans le brouillon' }).click();
  expect(await area.inputValue()).toBe('Voici le reste');
  await page.getByText('Le fichier n’est plus disponible. Choisissez-le à nouveau.').waitFor();
  await page.getByRole('button', { name: 'Envoyer le texte seul' }).click();
  await expect.poll(async () => (await sentIn(visit)).at(-1)?.content).toBe('Voici le reste');
  expect(await sentIn(visit)).toHaveLength(2);
  await page.context().close();
});

it.each([
  ['in English and dark', { locale: 'en-GB', colorScheme: 'dark' as const }],
  ['on a phone', { viewport: { width: 390, height: 760 }, hasTouch: true }],
])('shows files without a fault %s', async (_where, options) => {
  const visit = await stage.visit(['Bonjour']);
  await visitorSends(visit, 'Deux fichiers', [picture('colis.png'), textFile('note.txt', 3_000)]);
  const page = await openInbox(stage, camille.email, options);
  await claimOf(page, visit);
  await choose(page, [
    picture('réponse.png', { width: 200, height: 120 }),
    textFile(`un très long nom ${'de fichier '.repeat(12)}.txt`),
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(9) },
  ]);
  await arrived(page, 2);
  await expect.poll(() => loaded(page)).toEqual([true]);
  expect(await faultsOf(page)).toEqual([]);
  expect(await stickingOut(page)).toEqual([]);
  expect(await saidTwice(page)).toEqual([]);
  await page.locator('.picture').click();
  await page.getByRole('dialog').locator('img').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await stickingOut(page)).toEqual([]);
  await page.context().close();
});
