import { beforeAll, describe, expect, it } from 'vitest';
import { createThresholdPreview } from '../../../src/bots/hand-overs/threshold-preview';
import { openDatabase } from '../../../src/platform/storage/open-database';
import type { Api } from '../../support/api';
import { quietLog } from '../../support/database';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

interface Match {
  title: string;
  source: string;
  source_id: string;
  url: string | null;
  confidence: number;
}
interface Closest {
  question: string | null;
  decision: string | null;
  confidence_threshold: number;
  passages: (Match & { text: string })[];
}
interface Preview {
  confidence_threshold: number;
  questions: number;
  looked_at: number;
  answered_now: number;
  newly_answered: { conversation_id: string; question: string; answer: string; passage: Match }[];
}

const RETURNS = `# Retours

Vous pouvez renvoyer un article sous 30 jours, sans frais.

# Ateliers

Les ateliers de poterie ont lieu le samedi.`;
const CLOSE = 'Vous pouvez me dire sous combien de jours je dois vous renvoyer les articles ?';
const FAR = 'Réparez-vous les vélos électriques ?';

const relay = useRelay();
let world: World;
let operator: WorldOperator;
let documentId: string;
const talks: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld(relay.url, {
    default_locale: 'fr',
    bot: { kind: 'builtin', confidence_threshold: 0.99 },
  });
  operator = await addOperator(relay.url, world, 'Ana');
  const { data } = await world.owner.post<{
    knowledge_document: { knowledge_document_id: string };
  }>('/console/create/knowledge-document', {
    tenant_id: world.tenantId,
    title: 'Conditions',
    content: RETURNS,
    url: 'https://shop.example/conditions',
  });
  documentId = data.knowledge_document.knowledge_document_id;
  for (const question of [CLOSE, FAR, 'Je veux parler à un conseiller']) {
    talks[question] = await ask(question);
  }
});

async function ask(question: string): Promise<string> {
  const { token } = await createVisitor(relay.url, world, { locale: 'fr' });
  const socket = await VisitorSocket.open(relay.url, token);
  await socket.say('m', question);
  const { conversation } = await socket.next(
    'status',
    (frame) => frame.conversation.status === 'WAITING',
  );
  socket.ws.terminate();
  return conversation.conversation_id;
}

const closest = (question: string, api: Api = operator.api) =>
  api.get<Closest>(`/console/fetch/closest-passages?conversation_id=${talks[question]}`);
const preview = (threshold: number, api: Api = world.owner) =>
  api.get<Preview>(
    `/console/fetch/threshold-preview?tenant_id=${world.tenantId}&threshold=${threshold}`,
  );

describe('the closest passages', () => {
  it('name the document, its words and how well it matched', async () => {
    const { status, data } = await closest(CLOSE);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      question: CLOSE,
      decision: 'escalate',
      confidence_threshold: 0.99,
    });
    const [best, ...others] = data.passages;
    expect(best).toMatchObject({
      title: 'Conditions',
      source: 'knowledge',
      source_id: documentId,
      url: 'https://shop.example/conditions',
    });
    expect(best?.text).toContain('30 jours');
    expect(best?.confidence).toBeGreaterThan(0);
    expect(best?.confidence).toBeLessThan(0.99);
    for (const { confidence } of others) {
      expect(confidence).toBeLessThanOrEqual(best?.confidence ?? 0);
    }
  });

  it('are none for a visitor who asked for a person', async () => {
    const { data } = await closest('Je veux parler à un conseiller');
    expect(data).toMatchObject({ question: null, decision: null, passages: [] });
  });

  it('are not shown to another workspace', async () => {
    const stranger = await createWorld(relay.url);
    const { status } = await closest(CLOSE, stranger.owner);
    expect(status).toBe(404);
  });

  it('hold no word of a message that was removed', async () => {
    talks['removed'] = await ask('Où est la clef du coffre ?');
    const { data } = await world.owner.get<{ messages: { message_id: string; seq: number }[] }>(
      `/console/fetch/messages?conversation_id=${talks['removed']}`,
    );
    const removed = await world.owner.post('/console/remove/message', {
      conversation_id: talks['removed'],
      message_id: data.messages[0]?.message_id,
    });
    expect(removed.status).toBe(200);
    expect((await closest('removed')).data).toMatchObject({ question: null, passages: [] });
  });
});

describe('the preview of a lower threshold', () => {
  it('lists what would be answered in addition, with what would be quoted', async () => {
    const { data: found } = await closest(CLOSE);
    const score = found.passages[0]?.confidence ?? 0;
    const { status, data } = await preview(score);
    expect(status).toBe(200);
    expect(data).toMatchObject({ confidence_threshold: 0.99, answered_now: 0 });
    expect(data.looked_at).toBe(data.questions);
    expect(data.newly_answered).toMatchObject([
      {
        conversation_id: talks[CLOSE],
        question: CLOSE,
        passage: { source_id: documentId, confidence: score },
      },
    ]);
    expect(data.newly_answered[0]?.answer).toContain('30 jours');
    expect((await preview(0.99)).data.newly_answered).toEqual([]);
  });

  it('is for owners and admins, and asks no bot without a threshold', async () => {
    expect((await preview(0.3, operator.api)).status).toBe(403);
    expect((await preview(1.5)).status).toBe(422);
    const { tenantId } = await createWorld(relay.url);
    const path = `/console/fetch/threshold-preview?tenant_id=${tenantId}&threshold=0.3`;
    expect((await world.owner.get(path)).status).toBe(404);
    const none = await createWorld(relay.url, { bot: { kind: 'none' } });
    const nothing = await none.owner.get<Preview>(
      `/console/fetch/threshold-preview?tenant_id=${none.tenantId}&threshold=0.3`,
    );
    expect(nothing.data).toMatchObject({ questions: 0, newly_answered: [] });
  });

  it('holds no word of a visitor who was erased, although it was made just before', async () => {
    const secret = 'Puis-je renvoyer sous 30 jours mon manteau vert ?';
    talks['secret'] = await ask(secret);
    expect(JSON.stringify((await preview(0.01)).data)).toContain('manteau vert');
    const { data } = await world.owner.get<{ conversation: { visitor_session_id: string } }>(
      `/console/fetch/conversation?conversation_id=${talks['secret']}`,
    );
    const erased = await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: data.conversation.visitor_session_id,
    });
    expect(erased.status).toBe(200);
    const { data: after } = await preview(0.01);
    expect(JSON.stringify(after)).not.toContain('manteau vert');
    expect(after.newly_answered.length).toBeGreaterThan(0);
  });

  it('ends when its time is over, and says how far it came', async () => {
    const database = await openDatabase(relay.database.url, quietLog);
    const made = createThresholdPreview({
      database,
      directory: { find: async () => ({ tenantId: world.tenantId }) as never },
      builtin: async () => ({
        decision: { kind: 'escalate', reason: 'low_confidence' },
        passages: [],
      }),
      maxMs: 0,
    });
    const { questions, lookedAt } = await made({ tenantId: world.tenantId, version: 1 }, 0.3);
    expect(questions).toBeGreaterThan(1);
    expect(lookedAt).toBeLessThan(questions);
    await database.close();
  });
});
