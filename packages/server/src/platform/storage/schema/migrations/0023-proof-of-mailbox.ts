import type { Migration } from '../migration';

/** What ends older tokens of a session once the owner of a mailbox has followed a mailed link. */
export const proofOfMailbox: Migration = {
  name: '0023-proof-of-mailbox',
  up: (t) => [
    // Tokens name it. It grows when a mailed link is followed, which ends all tokens before that.
    `ALTER TABLE visitor_sessions ADD COLUMN token_version ${t.integer} NOT NULL DEFAULT 1`,
    // When that was last; null: never.
    `ALTER TABLE visitor_sessions ADD COLUMN taken_over_at ${t.time}`,
    `CREATE INDEX visitor_sessions_taken_over ON visitor_sessions (tenant_id, taken_over_at)${t.where('taken_over_at IS NOT NULL')}`,
    // The address that its link proves. Null in mails of an earlier relay.
    `ALTER TABLE visitor_mails ADD COLUMN recipient ${t.ascii(254)}`,
    `ALTER TABLE visitor_mails ADD COLUMN kind ${t.ascii(32)} NOT NULL DEFAULT 'answer'`,
  ],
};
