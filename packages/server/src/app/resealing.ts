import { createResealing } from '../config/resealing';
import { sealedFor } from '../platform/mail/mailer';
import type { Part } from '../platform/part';
import { keyInBot, keyPlace } from '../tenants/bot/bot-model';
import type { Infrastructure } from './infrastructure';

/** Rotation of the master key: texts that an older key sealed are sealed again with the newest one. */
export function resealingPart({ database, keys, clock }: Infrastructure): Part {
  const { run, remaining } = createResealing({
    database,
    keys,
    clock,
    columns: [
      {
        table: 'tenant_secrets',
        key: ['tenant_id', 'secret_id'],
        column: 'sealed_secret',
        keys: keys.tenantSecret,
        aad: ({ tenant_id = '' }) => tenant_id,
      },
      ...(['model', 'embeddings'] as const).map((setting) => ({
        table: 'tenants',
        key: ['tenant_id'],
        column: 'bot',
        keys: keys.tenantSecret,
        aad: ({ tenant_id = '' }) => keyPlace(tenant_id, setting),
        within: keyInBot(setting),
      })),
      {
        table: 'mails',
        key: ['mail_id'],
        column: 'sealed_content',
        keys: keys.mail,
        more: ['recipient'],
        aad: ({ mail_id = '', recipient = '' }) => sealedFor(mail_id, recipient),
      },
    ],
  });
  const help = 'Rows that still need the older one of two master keys';
  return {
    gauges: [{ name: 'relay_sealed_with_old_key', help, read: remaining }],
    deletions: [run],
  };
}
