import { useEffect, useRef, useState } from 'preact/hooks';
import type { Translation } from '@chat-relay/server/wire/bots';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import { useConsole } from '../../state/console';
import { useLanguage } from '../../words/language';
import { translationFailure } from './failure-text';

/** Translations of one conversation, made on request. */
export interface Translations {
  of(seq: number): Translation | undefined;
  /** The visitor's messages without a translation: the latest 20. */
  missing: readonly MessageView[];
  isBusy: boolean;
  /** Why the last attempt stopped early. */
  problem: string | null;
  run(): Promise<void>;
  /** Language of the visitor's last message, if a translation states it. */
  visitorLanguage: string | null;
}

const MOST_AT_ONCE = 20;

export function useTranslations(
  conversation_id: string | null,
  messages: readonly MessageView[],
): Translations {
  const { api, announcer } = useConsole();
  const language = useLanguage();
  const { locale, words } = language;
  const [known, setKnown] = useState<readonly Translation[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const opened = useRef(conversation_id);
  useEffect(() => {
    opened.current = conversation_id;
    setKnown([]);
    setBusy(false);
    setProblem(null);
    return () => void (opened.current = null);
  }, [conversation_id]);

  const of = (seq: number): Translation | undefined =>
    known.find((one) => one.seq === seq && one.language === locale);
  const missing = messages
    .filter(({ sender, content, removed, seq }) => {
      const isText = sender.kind === 'visitor' && !removed && content.trim() !== '';
      return isText && !of(seq);
    })
    .slice(-MOST_AT_ONCE);

  const run = async (): Promise<void> => {
    if (isBusy || conversation_id === null) return;
    setBusy(true);
    setProblem(null);
    let done = 0;
    try {
      // The operator needs the latest messages first.
      for (const { seq } of missing.toReversed()) {
        const body = { conversation_id, seq, language: locale };
        const { translation } = await api.post('console/translate/message', body);
        if (opened.current !== conversation_id) return;
        done += 1;
        setKnown((before) => [...before, translation]);
      }
      announcer.say(words.translation.done(done));
    } catch (error) {
      if (opened.current === conversation_id) setProblem(translationFailure(error, language));
    } finally {
      if (opened.current === conversation_id) setBusy(false);
    }
  };

  const last = known.toSorted((a, b) => b.seq - a.seq).find((one) => one.source_language !== null);
  return { of, missing, isBusy, problem, run, visitorLanguage: last?.source_language ?? null };
}
