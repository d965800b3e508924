import { sealedFor } from '../../src/platform/mail/mailer';
import type { MailMessage } from '../../src/platform/mail/message';
import { deriveKeys } from '../../src/platform/security/keys';
import { open } from '../../src/platform/security/secret-box';
import { PASSWORD, signedIn, type SignedIn } from './console-calls';
import { readSql } from './direct-sql';
import { TEST_MASTER_KEY } from './master-key';
import type { TestRelay } from './relay';

interface MailRow {
  mail_id: string;
  recipient: string;
  sealed_content: string;
}

const { mail: mailKeys } = deriveKeys([Buffer.from(TEST_MASTER_KEY, 'base64')]);

/** Mails to an address that are still in the queue, oldest first. */
export async function mailsTo({ database }: TestRelay, email: string): Promise<MailMessage[]> {
  const rows = await readSql<MailRow>(
    database,
    'SELECT mail_id, recipient, sealed_content FROM mails WHERE recipient = ? ORDER BY mail_id',
    [email],
  );
  return rows.map((row) => {
    const text = open(mailKeys, row.sealed_content, sealedFor(row.mail_id, row.recipient));
    return JSON.parse(text) as MailMessage;
  });
}

export const codeIn = (mail: MailMessage | undefined): string =>
  /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';

/** Registered, and verified with the code that was mailed. */
export async function registerByMail(relay: TestRelay, email: string): Promise<SignedIn> {
  const begun = await relay.post('/console/register', {
    email,
    password: PASSWORD,
    display_name: 'Ada',
    organization_name: 'Acme',
  });
  return signedIn(
    await relay.post('/console/verify/registration', {
      registration_token: begun.data['registration_token'],
      otp: codeIn((await mailsTo(relay, email)).at(-1)),
    }),
  );
}

/** Options of a relay whose codes go into mails. Nothing sends them: they wait to be read. */
export const MAILING = {
  isStarted: false,
  env: {
    ENV: 'production',
    BASE_URL: 'https://relay.corp.test',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Relay <relay@corp.test>',
    LIMIT_REGISTER_PER_IP: '1000',
    LIMIT_LOGIN_PER_IP: '1000',
    LIMIT_VERIFY_PER_IP: '1000',
  },
};
