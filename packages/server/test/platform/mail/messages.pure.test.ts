import { describe, expect, it } from 'vitest';
import { invitation, loginCode, newSignIn } from '../../../src/platform/mail/messages';
import { safeName } from '../../../src/platform/mail/message';

const words = {
  inviterName: 'Ada',
  inviterEmail: 'ada@corp.test',
  workspaceName: 'Acme',
  token: 'inv_abc',
  baseUrl: 'https://relay.test',
  acceptUrl: null,
  validDays: 7,
};

describe('mails', () => {
  it('writes mails in French and English, as text and as HTML', () => {
    const { subject, text, html } = loginCode('123456', 10);
    expect(subject).toBe('Votre code de connexion / Your sign-in code');
    for (const form of [text, html]) {
      expect(form).toContain('123456');
      expect(form).toContain('10 minutes');
      expect(form).toContain('Saisissez ce code');
      expect(form).toContain('Enter this code');
    }
  });

  it('escapes what people typed', () => {
    const { html } = invitation({ ...words, inviterName: '<img src=x onerror=alert(1)>"&\'' });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;&#39;');
  });

  it('keeps line breaks out of the subject', () => {
    const { subject } = invitation({ ...words, workspaceName: 'Acme\r\nBcc: all@corp.test' });
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it.each([
    'Win at https://evil.test',
    'www.evil.test',
    'WWW.EVIL.test',
    'click ftp://evil.test now',
    'Account locked: evil-bank.example/login',
    'evil.co',
    'evil．test',
    'evil\u200b.test',
    'evil。test',
    'support@evil',
    'evil 10.1.2.3/login',
  ])('leaves the name "%s" out of a mail', (name) => {
    const mail = invitation({ ...words, inviterName: name, workspaceName: name });
    expect(JSON.stringify(mail)).not.toMatch(/evil/i);
    expect(mail.text).toContain('Someone (ada@corp.test) invites you to join a workspace');
    expect(mail.text).toContain(
      'Quelqu’un (ada@corp.test) vous invite à rejoindre un espace de travail',
    );
    expect(JSON.stringify(newSignIn({ at: 'now', ip: '1.2.3.4', userAgent: name }))).not.toMatch(
      /evil/i,
    );
  });

  it.each(['Acme Inc.', 'J. R. Tolkien', 'No.5', 'Müller & Söhne', 'v2.0', 'Wait... what'])(
    'keeps the name "%s", which is no link',
    (name) => {
      const mail = invitation({ ...words, inviterName: name, workspaceName: name });
      expect(mail.subject).toContain(name);
      expect(mail.text).toContain(`${name} (ada@corp.test) invites you to join ${name} on`);
    },
  );

  it('shows the inviter’s e-mail address in the body only', () => {
    const mail = invitation(words);
    expect(mail.subject).not.toContain('ada@corp.test');
    for (const form of [mail.text, mail.html]) expect(form).toContain('Ada (ada@corp.test)');
  });

  it('links an invitation to the console, with its token in the fragment', () => {
    const acceptUrl = 'https://relay.example/console/invitation';
    const mail = invitation({ ...words, token: 'inv_x', acceptUrl });
    expect(mail.text).toContain(`\n${acceptUrl}#inv_x`);
    expect(mail.html).toContain(`<a href="${acceptUrl}#inv_x">${acceptUrl}#inv_x</a>`);
    expect(invitation({ ...words, token: 'inv_x' }).html).not.toContain('<a ');
  });

  it('replaces an empty name', () => {
    expect(safeName('  ', 'Somebody')).toBe('Somebody');
  });
});
