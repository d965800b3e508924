import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../../state/console';
import { useLanguage } from '../../words/language';
import { translationFailure } from './failure-text';

/** An operator's own text, before it was translated. */
interface Original {
  text: string;
  /** The language that it was translated into. */
  locale: string;
}

/** By conversation, while the page lives: one may look at another conversation meanwhile. */
const originals = new Map<string, Original>();

/** A draft and its translation: only what is in the field is sent. */
export interface DraftTranslation {
  /** Null: the draft is the operator's own text. */
  original: Original | null;
  isBusy: boolean;
  problem: string | null;
  translate(): Promise<void>;
  /** The operator's own text takes its place again. */
  takeBack(): void;
  /** The button that does it. */
  back: RefObject<HTMLButtonElement | null>;
  /** The answer is sent. */
  forget(): void;
}

export function useDraftTranslation(options: {
  conversationId: string;
  text: string;
  /** What the visitor writes in; null: the language of their page. */
  locale: string | null;
  change(text: string): void;
  /** Puts the focus into the draft. */
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

  // Enter, pressed once more, must not send what no one has read: the focus goes where it only takes the text back.
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
