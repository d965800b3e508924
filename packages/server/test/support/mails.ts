import type { MailMessage } from '../../src/platform/mail/message';
import { sealedFor } from '../../src/platform/mail/mailer';
import { open } from '../../src/platform/security/secret-box';
import type { AccountsServer } from './accounts-server';

interface MailRow {
  mail_id: string;
  recipient: string;
  sealed_content: string;
}

/** What waits to be sent to an address, oldest first. */
export async function mailsTo(relay: AccountsServer, email: string): Promise<MailMessage[]> {
  const rows = await relay.database.read.rows<MailRow>(
    'SELECT mail_id, recipient, sealed_content FROM mails WHERE recipient = ? ORDER BY mail_id',
    [email],
  );
  return rows.map((row) => {
    const text = open(relay.mailKey, row.sealed_content, sealedFor(row.mail_id, row.recipient));
    return JSON.parse(text) as MailMessage;
  });
}

export const codeIn = (mail: MailMessage | undefined): string =>
  /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';

/** Settings with which codes go into mails; nothing sends them. */
export const MAILING = {
  ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Relay <relay@corp.test>',
  LIMIT_REGISTER_PER_IP: '1000',
  LIMIT_LOGIN_PER_IP: '1000',
  LIMIT_VERIFY_PER_IP: '1000',
};
