import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../packages/server/test/support/api';
import {
  startModelStub,
  type ModelReply,
  type ModelStub,
} from '../packages/server/test/support/model-stub';
import { VisitorSocket } from '../packages/server/test/support/visitor-socket';
import { createVisitor } from '../packages/server/test/support/world';
import {
  faultsOf,
  openInbox,
  rowOf,
  startConsoleStage,
  type ConsoleStage,
} from './support/console-stage';

const DRAFT = 'La livraison à domicile coûte 7,70 €.';
const REASON = 'Réponse préparée par le bot, non envoyée';

let stage: ConsoleStage;
let model: ModelStub;
let camille: { email: string; api: Api };
let benoit: { email: string; api: Api };

beforeAll(async () => {
  [stage, model] = await Promise.all([startConsoleStage(), startModelStub()]);
  const { world } = stage;
  const updated = await world.owner.post('/console/update/tenant', {
    tenant_id: world.tenantId,
    bot: {
      kind: 'model',
      confidence_threshold: 0.1,
      faq: [
        {
          questions: ['Quel est le prix de la livraison à domicile en France ?'],
          answer: 'La livraison à domicile coûte 4,90 € et prend 3 jours.',
        },
      ],
      model: { url: model.url, api_key: 'sk', model: 'stub-1' },
    },
  });
  expect(updated.status).toBe(200);
  camille = await stage.addOperator('Camille');
  benoit = await stage.addOperator('Benoît');
});
afterAll(async () => {
  await stage?.stop();
  await model?.close();
});

/** A visitor whose question the model answers with a price that is nowhere. */
async function refused() {
  const { relay, world } = stage;
  const { token } = await createVisitor(relay.url, world, { locale: 'fr' });
  const socket = await VisitorSocket.open(relay.url, token, { origin: world.origin });
  await socket.say('m1', 'Et la livraison à domicile, le dimanche, dans la forêt ?');
  const reply = await model.next();
  reply.say(`${DRAFT} [${idOf(reply)}]`);
  const { conversation } = await socket.next(
    'status',
    (frame) => frame.conversation?.status === 'WAITING',
  );
  return { socket, conversationId: conversation.conversation_id };
}

it('shows what the bot would have said, and puts it into the answer without sending it', async () => {
  const visit = await refused();
  const [page, other] = [
    await openInbox(stage, camille.email),
    await openInbox(stage, benoit.email),
  ];
  await rowOf(page, visit).click();
  await rowOf(other, visit).click();
  const shown = (of: typeof page) => of.getByRole('region', { name: REASON });
  await shown(page).getByText(DRAFT).waitFor();
  await shown(page).getByText('n’est pas dans sa source').waitFor();
  await shown(other).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Prendre' }).first().click();
  const area = page.getByRole('textbox', { name: /^Votre réponse/ });
  await area.waitFor();
  // The claim withdrew the suggestion, so the colleague's page no longer shows it.
  await expect.poll(() => shown(other).count()).toBe(0);
  await shown(page).getByRole('button', { name: 'Insérer dans la réponse' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => area.inputValue()).toBe(DRAFT);
  expect(await shown(page).count()).toBe(0);
  expect(await area.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(JSON.stringify(visit.socket.frames)).not.toContain('7,70');
  expect(await faultsOf(page)).toEqual([]);
  await Promise.all([page.context().close(), other.context().close()]);
});

it('hides it until the page is loaded again when it is put away', async () => {
  const visit = await refused();
  const page = await openInbox(stage, camille.email);
  await rowOf(page, visit).click();
  const shown = page.getByRole('region', { name: REASON });
  await shown.getByRole('button', { name: 'Masquer' }).click();
  await expect.poll(() => shown.count()).toBe(0);
  await page.context().close();
});

function idOf({ body }: ModelReply): string {
  const { passages } = JSON.parse(body.messages.at(-1)!.content) as { passages: { id: string }[] };
  return passages[0]!.id;
}
