import { describe, expect, it } from 'vitest';
import { answerMail } from '../../../src/conversations/answer-mails/message';
import { LINES } from '../../../src/tenants/texts/voice';

const mailWith = (texts: Record<string, string>) =>
  answerMail({
    voice: { language: 'de', texts },
    tenantName: 'Atelier Terre',
    operatorName: 'Inès Moreau',
    answers: ['43!'],
    link: 'https://shop.example/#relay=rl_x',
    stopLink: 'https://relay.example/stop-mails?token=x',
  });

describe('a mail with the texts of a tenant', () => {
  it('has them in place of the relay\u2019s', () => {
    const { text, html } = mailWith({ mailNotRead: 'Bitte antworten Sie im Chat.' });
    for (const body of [text, html]) {
      expect(body).toContain('Bitte antworten Sie im Chat.');
      expect(body).not.toContain(LINES.de.mailNotRead);
    }
  });

  it.each(['Gutscheine: https://evil.example', 'Mehr auf www.evil.example', 'evil．example'])(
    'leaves out %j, which looks like a link',
    (mailNotRead) => {
      const { text, html } = mailWith({ mailNotRead });
      for (const body of [text, html]) {
        expect(body).not.toContain('evil');
        expect(body).toContain(LINES.de.mailNotRead);
      }
    },
  );
});
