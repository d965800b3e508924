import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../src/platform/clock';
import { apiOf } from '../../support/api';
import { startMailStage, type MailStage } from '../../support/mail-stage';
import { answer, leave, QUESTION, resume, tokenIn, type Absence } from './stage';

describe('the link of a mailed answer', () => {
  let stage: MailStage;

  beforeAll(async () => {
    stage = await startMailStage({ bot: { kind: 'none' } });
  });
  afterAll(() => stage.stop());

  async function mailed(): Promise<Absence & { token: string }> {
    const { relay, operator, smtp } = stage;
    const away = await leave(stage, relay);
    await answer(operator.api, away, 'a1', 'It left today.');
    relay.advance(61_000);
    await expect.poll(() => smtp.mailsTo(away.email).length, { timeout: 15_000 }).toBe(1);
    return { ...away, token: tokenIn(smtp.mailsTo(away.email)[0]?.text ?? '') };
  }

  it('opens the whole conversation once', async () => {
    const { relay, world } = stage;
    const { visitor, token } = await mailed();
    const opened = await resume(relay.url, token, { origin: world.origin });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('access-control-allow-origin')).toBe(world.origin);
    expect(opened.data.session_id).toBe(visitor.sessionId);
    const api = apiOf(relay.url, opened.data.visitor_token);
    const { messages } = (await api.get<{ messages: { content: string }[] }>('/fetch/messages'))
      .data;
    const contents = messages.map(({ content }) => content);
    expect(contents).toContain(QUESTION);
    expect(contents).toContain('It left today.');
    const again = await resume(relay.url, token, { origin: world.origin });
    expect([again.status, again.data.code]).toEqual([404, 'session_expired']);
  });

  it('goes to one of several that use it at the same time', async () => {
    const { token } = await mailed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => resume(stage.relay.url, token)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 404)]);
  });

  it('is not used up by scanners, pages of other origins or a suspended tenant', async () => {
    const { relay, world } = stage;
    const { token } = await mailed();
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/resume/visitor-session', `/resume/visitor-session?token=${token}`]) {
        const scanned = await fetch(`${relay.url}/api/v1${path}`, { method });
        expect([404, 405]).toContain(scanned.status);
      }
    }
    const elsewhere = await resume(relay.url, token, { origin: 'https://evil.example' });
    expect([elsewhere.status, elsewhere.data.code]).toEqual([403, 'origin_not_allowed']);
    const origins = (allowed_origins: string[]) =>
      world.owner.post('/console/update/tenant', { tenant_id: world.tenantId, allowed_origins });
    await origins(['https://other.example']);
    const refused = await resume(relay.url, token);
    expect([refused.status, refused.data.code]).toEqual([403, 'origin_not_allowed']);
    await origins([world.origin]);
    expect((await resume(relay.url, token)).status).toBe(200);
  });

  it('is answered like a used one in any other form', async () => {
    const { token } = await mailed();
    const flipped = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const wrong of [
      '',
      'x',
      flipped,
      token.toUpperCase(),
      `${token}x`,
      'rl_',
      "' OR 1=1 --",
    ]) {
      const { status, data } = await resume(stage.relay.url, wrong);
      expect(wrong === '' ? [422] : [404], wrong).toContain(status);
      if (wrong !== '') expect(data.code).toBe('session_expired');
    }
    expect((await resume(stage.relay.url, token)).status).toBe(200);
  });

  it('opens nothing when the session has ended', async () => {
    const { relay } = stage;
    const { visitor, token } = await mailed();
    await visitor.api.post('/end/visitor-session', {});
    const ended = await resume(relay.url, token);
    expect([ended.status, ended.data.code]).toEqual([404, 'session_expired']);
  });

  it('is over after seven days', async () => {
    const { relay } = stage;
    const [late, kept] = [await mailed(), await mailed()];
    relay.advance(7 * DAY - 10 * MINUTE);
    expect((await resume(relay.url, kept.token)).status).toBe(200);
    relay.advance(11 * MINUTE);
    const tooLate = await resume(relay.url, late.token);
    expect([tooLate.status, tooLate.data.code]).toEqual([404, 'session_expired']);
  });
});
