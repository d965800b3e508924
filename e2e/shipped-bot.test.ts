import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld } from '../packages/server/test/support/world';
import { startShippedRelay } from './support/shipped-relay';

let relay: Awaited<ReturnType<typeof startShippedRelay>>;
beforeAll(async () => {
  relay = await startShippedRelay();
});
afterAll(() => relay?.stop());

it('the built relay answers a question from a document', async () => {
  const { owner, tenantId: tenant_id } = await createWorld(relay.url, { default_locale: 'en' });
  const content = '# Returns\n\nSend the parcel back within 14 days.';
  await owner.post('/console/create/knowledge-document', { tenant_id, title: 'Shop', content });
  const { data } = await owner.post<{ answer: string }>('/console/test/bot', {
    tenant_id,
    content: 'How do I return a parcel?',
  });
  expect(data.answer).toBe('Send the parcel back within 14 days.');
});
