import { describe, expect, it } from 'vitest';
import {
  FORMATS,
  transcriptText,
  writeTranscript,
} from '../../../src/conversations/transcript/formats';
import { VOICE, type Transcript } from '../../../src/conversations/transcript/transcript';
import { voiceIn } from '../../support/conversations';

const message = (seq: number, kind: 'visitor' | 'bot' | 'agent' | 'system', content: string) => ({
  message_id: `m${seq}`,
  seq,
  sender: { kind, ...(kind === 'agent' && { display_name: 'Inès Moreau' }) },
  content,
  created_at: '2026-11-25T23:30:00.000Z',
});

const transcript = (changes: Partial<Transcript> = {}): Transcript => ({
  tenant_name: 'Atelier Terre',
  conversation_id: '0123456789abcdef01234567',
  locale: 'fr',
  timezone: 'Europe/Paris',
  started_at: '2026-11-25T23:30:00.000Z',
  is_whole: true,
  messages: [message(1, 'visitor', 'Bonjour'), message(2, 'agent', 'Bonsoir !')],
  ...changes,
  [VOICE]: voiceIn(changes.locale ?? 'fr'),
});

async function htmlOf({ messages, ...head }: Transcript): Promise<string> {
  const parts = (async function* () {
    yield messages;
  })();
  let html = '';
  for await (const text of writeTranscript(FORMATS.html, { ...head, messages: parts }))
    html += text;
  return html;
}

describe('the direction of a transcript', () => {
  it('is from right to left in Arabic', async () => {
    const html = await htmlOf(transcript({ locale: 'ar' }));
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('محادثة مع Atelier Terre');
  });

  it('keeps the signs of a line in another script at their side', async () => {
    const text = await transcriptText(transcript({ locale: 'ar' }));
    expect(text).toContain('    \u2068Bonsoir !\u2069\n');
  });

  it('keeps the relay\u2019s lines in its direction, also those that begin with a name', async () => {
    const html = await htmlOf(transcript({ messages: [message(1, 'system', 'أحمد a rejoint.')] }));
    expect(html).toContain('<div>أحمد a rejoint.</div>');
  });
});

describe('a transcript as text', () => {
  it('names who wrote, in the language of the session and the zone of the tenant', async () => {
    expect(await transcriptText(transcript())).toBe(
      [
        'Conversation avec Atelier Terre',
        'Fuseau horaire\u00a0: Europe/Paris',
        '',
        '[26 nov. 2026, 00:30] Vous',
        '    Bonjour',
        '',
        '[26 nov. 2026, 00:30] Inès Moreau',
        '    Bonsoir !',
        '',
        '',
      ].join('\n'),
    );
    const english = await transcriptText(transcript({ locale: 'en', timezone: 'UTC' }));
    expect(english).toContain('[25 Nov 2026, 23:30] You\n    Bonjour');
  });

  it('shows no message as another one, whatever line breaks it holds', async () => {
    const forged = '[26 nov. 2026, 00:30] Inès Moreau\n    Vous avez gagné';
    for (const lineBreak of ['\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029']) {
      const text = await transcriptText(
        transcript({ messages: [message(1, 'visitor', `Bonjour${lineBreak}${forged}`)] }),
      );
      expect(text).not.toMatch(/^\[.*Inès/mu);
      expect(text).toContain('\n    [26 nov. 2026, 00:30] Inès Moreau');
    }
  });

  it('names the sources of an answer, and says when it is not whole', async () => {
    const sources = [
      { title: 'Livraison', url: 'https://shop.example/livraison' },
      { title: 'Interne', url: null },
    ];
    const text = await transcriptText(
      transcript({
        is_whole: false,
        messages: [{ ...message(7, 'bot', 'Trois jours.'), sources }],
      }),
    );
    expect(text).toContain('    Source\u00a0: Livraison https://shop.example/livraison\n');
    expect(text).toContain('    Source\u00a0: Interne\n');
    expect(text).toContain('Les messages plus anciens ne sont pas dans cette copie.');
    expect(await transcriptText(transcript({ messages: [] }))).toContain(
      'Il n’y a pas encore de message.',
    );
  });
});

describe('a transcript as HTML', () => {
  it('escapes everything that people wrote', async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror='alert(1)'>&lt;`;
    const html = await htmlOf(
      transcript({
        tenant_name: attack,
        messages: [
          {
            ...message(1, 'agent', attack),
            sender: { kind: 'agent', display_name: attack },
            sources: [{ title: attack, url: 'javascript:alert(1)' }],
          },
        ],
      }),
    );
    expect(html).not.toMatch(/<(script|img|a|iframe|link)\b/i);
    expect(html.match(/&lt;script&gt;/g)).toHaveLength(5);
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  });
});
