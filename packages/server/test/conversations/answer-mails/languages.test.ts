import { directionOf, LANGUAGES } from '@chat-relay/widget-sdk/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailStage, type MailStage } from '../../support/mail-stage';
import { spokenIn } from '../../support/spoken';
import { answer, leave, type Absence } from './stage';

const WAIT = { timeout: 15_000 };
/** The tenant's own language is Japanese, which the relay does not speak: no text can come from a fall-back. */
const TENANT = { tenant_name: 'Atelier Terre', default_locale: 'ja', bot: { kind: 'none' } };

/** Lines that these mails and their page have to say. */
const HEARD = [
  ['answerIntro', 'answerLink', 'answerWhy', 'mailNotRead'],
  ['proofIntro', 'proofLink', 'proofWhy'],
  ['stopTitle', 'stopQuestion', 'stopButton', 'stopDone'],
].flat();

const linesOf = (text: string): string[] => text.split(/[<>\n]+/).map((line) => line.trim());

describe('mails to visitors, in each of the eight languages', () => {
  let stage: MailStage;
  const absences = new Map<string, Absence>();

  beforeAll(async () => {
    stage = await startMailStage(TENANT);
    for (const language of LANGUAGES) {
      const away = await leave(stage, stage.relay, undefined, language);
      await away.visitor.api.post('/send/transcript', {});
      await answer(stage.operator.api, away, 'a1', '43!');
      absences.set(language, away);
    }
    stage.relay.advance(61_000);
  });
  afterAll(() => stage.stop());

  it.each(LANGUAGES)(
    'are in %s with their page that stops them, and in no other',
    async (language) => {
      const { relay, smtp } = stage;
      const email = absences.get(language)?.email ?? '';
      await expect.poll(() => smtp.mailsTo(email).length, WAIT).toBe(2);
      const mails = smtp.mailsTo(email);
      const said = mails.flatMap(({ text, html }) => [...linesOf(text), ...linesOf(html)]);
      for (const { html } of mails)
        expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);

      const [, stopPath = ''] = /(\/stop-mails\?token=\S+)/.exec(mails[0]?.text ?? '') ?? [];
      for (const method of ['GET', 'POST']) {
        const page = await (await fetch(relay.url + stopPath, { method })).text();
        expect(page).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
        said.push(...linesOf(page));
      }
      const { keys, foreign } = spokenIn(language, said);
      expect(foreign).toEqual([]);
      expect(HEARD.filter((key) => !keys.has(key))).toEqual([]);
    },
  );
});
