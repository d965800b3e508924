import { oneLine, safeName, type MailMessage } from '../../platform/mail/message';
import { say, withoutLinks, type Voice } from '../../tenants/texts/voice';
import { anchor, htmlPage, paragraph, stopHeaders } from '../answer-mails/message';

/** Contents of the mail. The address may belong to a third person, so nothing that a visitor entered is included. */
export interface ProofMail {
  voice: Voice;
  tenantName: string;
  link: string;
  stopLink: string;
}

/** Asks the owner of a mailbox to confirm the address, before a conversation goes there. */
export function proofMail({ tenantName, link, stopLink, ...mail }: ProofMail): MailMessage {
  const voice = withoutLinks(mail.voice);
  const tenant = safeName(tenantName, say(voice, 'someTenant'));
  const intro = say(voice, 'proofIntro', { tenant });
  const [howTo, notRead, why] = [
    say(voice, 'proofLink'),
    say(voice, 'mailNotRead'),
    say(voice, 'proofWhy'),
  ];
  return {
    kind: 'address_proof',
    subject: oneLine(say(voice, 'proofSubject', { tenant })),
    text: `${[intro, howTo, link, notRead, why, stopLink].join('\n\n')}\n`,
    html: htmlPage(voice.language, [
      paragraph(intro),
      paragraph(howTo),
      anchor(link),
      paragraph(notRead),
      '<hr>',
      paragraph(why),
      anchor(stopLink),
    ]),
    headers: stopHeaders(stopLink),
    isOverWhenRefused: true,
  };
}
