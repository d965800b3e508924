import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../state/console';
import { useLanguage } from '../../words/language';
import { translationFailure } from './failure-text';

/** The operator's text before it was translated. */
interface Original {
  text: string;
  /** Target language of the translation. */
  locale: string;
}

/** Originals by conversation, kept until the page closes: the operator may look at another conversation meanwhile. */
const originals = new Map<string, Original>();

/** A draft and its translation. Only the text in the field is sent. */
export interface DraftTranslation {
  /** Null if the draft is the operator's own text. */
  original: Original | null;
  isBusy: boolean;
  problem: string | null;
  translate(): Promise<void>;
  /** Restores the operator's own text. */
  takeBack(): void;
  /** The button that restores it. */
  back: RefObject<HTMLButtonElement | null>;
  /** Called when the reply is sent. */
  forget(): void;
}

export function useDraftTranslation(options: {
  conversationId: string;
  text: string;
  /** Language in which the visitor writes; null for that of their page. */
  locale: string | null;
  change(text: string): void;
  /** Moves the focus to the draft. */
  focus(): void;
}): DraftTranslation {
  const { conversationId: conversation_id, text, locale, change } = options;
  const { api, announcer } = useConsole();
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  useEffect(() => {
    if (text.trim() === '') originals.delete(conversation_id);
  }, [text]);
  const original = text.trim() === '' ? null : (originals.get(conversation_id) ?? null);

  // The focus moves to the "back" button: a second Enter must not send a translation that no one has read.
  const back = useRef<HTMLButtonElement>(null);
  const isNew = useRef(false);
  useLayoutEffect(() => {
    if (!original || !isNew.current) return;
    isNew.current = false;
    const { activeElement: active, body } = document;
    if (active === body || active?.closest('.composer')) back.current?.focus();
  }, [original]);

  const translate = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { conversation_id, content: text, ...(locale !== null && { locale }) };
      const { draft } = await api.post('console/translate/draft', body);
      if (!isOpen.current) return;
      isNew.current = true;
      originals.set(conversation_id, { text, locale: draft.locale });
      change(draft.content);
      announcer.say(language.words.translation.check);
    } catch (error) {
      if (isOpen.current) setProblem(translationFailure(error, language));
    } finally {
      if (isOpen.current) setBusy(false);
    }
  };
  const forget = (): void => {
    originals.delete(conversation_id);
    setProblem(null);
  };
  return {
    original,
    isBusy,
    problem,
    translate,
    takeBack: () => {
      if (original) change(original.text);
      forget();
      options.focus();
    },
    back,
    forget,
  };
}
