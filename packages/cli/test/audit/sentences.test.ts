import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Names } from '../../src/audit/names';
import type { AuditEntry } from '@chat-relay/server/wire/audit';
import { hasSentence, sentenceOf } from '../../src/audit/sentences';

const SERVER = fileURLToPath(new URL('../../../server/src', import.meta.url));

const names: Names = {
  tenant: () => 'the tenant Shop',
  workspace: () => 'the workspace Shop Ltd',
  account: () => 'Mia <mia@shop.example>',
  operator: () => 'the operator Oscar',
  invitation: () => 'sam@shop.example',
};
const entry = (action: string, details: object = {}): AuditEntry => ({
  entry_id: 'e',
  workspace_id: null,
  action,
  actor: null,
  ip: null,
  subject: 'subject-id',
  details: details as Record<string, unknown>,
  created_at: '2026-11-27T02:12:09.000Z',
});

/** Matches that are no actions: a field's name, and an event between the relay's parts. */
const NO_ACTIONS = ['bot.model', 'console_session.revoked'];

/** Actions in the sources of all parts that write to the audit log. */
function actionsOfServer(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(SERVER, file), 'utf8'))
    .filter((source) => /audit\s*\.record\(/.test(source) || source.includes('apply(caller'));
  const actions = files.flatMap((source) => {
    const isOther = (action: string): boolean =>
      NO_ACTIONS.includes(action) || source.includes(`event: '${action}'`);
    const whole = Array.from(source.matchAll(/'([a-z_]+\.[a-z_]+)'/g), ([, action = '']) => action);
    const verbs = Array.from(
      source.matchAll(/'(created|updated|removed|promoted|demoted)'/g),
      ([, verb = '']) => verb,
    );
    const nouns = Array.from(source.matchAll(/action: `([a-z_]+)\.\$/g), ([, noun = '']) => noun);
    return [
      ...whole.filter((action) => !isOther(action)),
      ...nouns.flatMap((noun) => verbs.map((verb) => `${noun}.${verb}`)),
    ];
  });
  return [...new Set(actions)].toSorted();
}

describe('sentenceOf', () => {
  it('has a sentence for everything that the relay records', () => {
    const actions = actionsOfServer();
    expect(actions.length).toBeGreaterThan(35);
    expect(actions.filter((action) => !hasSentence(action))).toEqual([]);
  });

  it.each([
    ['tenant.suspended', { reason: 'unpaid' }, 'suspended the tenant Shop: unpaid'],
    ['tenant.suspended', {}, 'suspended the tenant Shop'],
    ['tenant.updated', { fields: ['bot', 'hours'] }, 'changed the tenant Shop: bot, hours'],
    [
      'member.updated',
      { from: 'admin', to: 'owner' },
      'changed the role of Mia <mia@shop.example> from admin to owner',
    ],
    ['invitation.created', { role: 'admin' }, 'invited sam@shop.example as admin'],
    [
      'visitor.erased',
      { tenant_id: 't', by: 'user_id', sessions: 2 },
      'erased a user of the tenant Shop (2 sessions)',
    ],
    [
      'visitor.erased',
      { tenant_id: 't', by: 'session_id', sessions: 1 },
      'erased the visitor subject-id of the tenant Shop',
    ],
    ['of.later', { a: 1 }, 'did of.later on subject-id {"a":1}'],
    ['constructor', {}, 'did constructor on subject-id'],
  ])('says %s with %j in words', (action, details, sentence) => {
    expect(sentenceOf(entry(action, details), names)).toBe(sentence);
  });

  it('says what happened where no details are left', () => {
    for (const action of actionsOfServer()) {
      const sentence = sentenceOf(entry(action), names);
      expect(sentence).not.toMatch(/undefined/);
    }
  });
});
