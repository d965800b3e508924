import { createHash, createHmac } from 'node:crypto';
import type { Language } from '@chat-relay/widget-sdk/languages';
import type { Clock } from '../../platform/clock';
import type { KeyRing } from '../../platform/security/keys';
import { safeEqual } from '../../platform/security/tokens';
import type { Database } from '../../platform/storage/database';
import { insertIfAbsent, type Sql } from '../../platform/storage/sql';
import { MAIL_STOPS } from './model';

export interface MailStops {
  /** Link that stops the mails to an address. It never expires. */
  linkFor(tenantId: string, email: string, language: Language): string;
  isStopped(sql: Sql, tenantId: string, email: string): Promise<boolean>;
  /** Tenant whose mails the token stops; null: the relay has not signed it. */
  tenantOf(token: string): string | null;
  /** Stops the mails; false: the relay has not signed this token. */
  stop(token: string): Promise<boolean>;
}

export const STOP_PATH = '/stop-mails';

const TOKEN = /^([0-9a-f]{32})([0-9a-f]{64})([A-Za-z0-9_-]{43})$/;

/** Hash of an address, for tables in which addresses are only compared. */
export function recipientHash(tenantId: string, email: string): string {
  return createHash('sha256').update(`${tenantId}|${email}`).digest('hex');
}

/** Tenant's id without dashes, as in tokens. */
export function compactId(tenantId: string): string {
  return tenantId.replaceAll('-', '');
}

export function expandId(compact: string): string {
  return compact.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function createMailStops(options: {
  database: Database;
  clock: Clock;
  keys: KeyRing;
  baseUrl: string;
}): MailStops {
  const { database, clock, keys, baseUrl } = options;
  const sign = (text: string, key: Buffer) =>
    createHmac('sha256', key).update(text).digest('base64url');

  const read = (token: string): { tenantId: string; hash: string } | null => {
    const [, tenant = '', hash = '', signature = ''] = TOKEN.exec(token) ?? [];
    if (tenant === '') return null;
    const isOurs = keys.map((key) => safeEqual(sign(tenant + hash, key), signature)).includes(true);
    return isOurs ? { tenantId: expandId(tenant), hash } : null;
  };

  return {
    linkFor: (tenantId, email, language) => {
      const text = compactId(tenantId) + recipientHash(tenantId, email);
      return `${baseUrl}${STOP_PATH}?token=${text}${sign(text, keys[0])}&lang=${language}`;
    },

    isStopped: async (sql, tenantId, email) => {
      const rows = await sql.rows(
        'SELECT 1 FROM mail_stops WHERE tenant_id = ? AND recipient_hash = ?',
        [tenantId, recipientHash(tenantId, email)],
      );
      return rows.length > 0;
    },

    tenantOf: (token) => read(token)?.tenantId ?? null,

    stop: async (token) => {
      const stopped = read(token);
      if (!stopped) return false;
      await database.transaction((tx) =>
        insertIfAbsent(tx, MAIL_STOPS, {
          tenant_id: stopped.tenantId,
          recipient_hash: stopped.hash,
          stopped_at: clock(),
        }),
      );
      return true;
    },
  };
}
