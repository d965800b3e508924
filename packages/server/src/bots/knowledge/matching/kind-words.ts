import type { Language } from '../../languages/languages';
import { fold } from '../../language';
import { stemsOf } from '../../languages/stems';
import { isMisspelt } from '../../languages/typing-errors';
import type { AnswerKind } from './answer-kinds';

/** Words that ask for a kind of answer, of any language. */
const KIND_WORDS: Readonly<Partial<Record<AnswerKind, string>>> = {
  amount:
    'cost price pricing pay charge fee rate coût coûter coûte coûtent prix payer paient tarif frais montant kosten kostet preis zahlen bezahlen gebühr gebühren tarif tarife betrag teuer costar cuesta cuestan vale coste precio pagar importe tarifa coste costo costa prezzo pagare custo custa preço kosten kost prijs betalen سعر',
  period:
    'time délai durée durer temps combien_temps how_long wie_lange cuanto_tiempo dauer dauern dauert frist plazo duración tarda tardar duration take deadline',
  time: 'time hours open close opening heure horaires ouvert ouvrir fermer ouverture uhr uhrzeit öffnungszeiten geöffnet öffnen schließen offen hora horario abre abren abrir cerrar cierra cierran orari aperto horário aberto openingstijden',
};

const allKindWords = [
  ...new Set(
    Object.values(KIND_WORDS)
      .flatMap((words) => fold(words).split(' '))
      .filter((word) => word.length >= 5),
  ),
];

const kindStems = new Map<string, ReadonlySet<string>>();

/** Whether a word asks for the kind of answer that is expected. */
export function asksForKind(
  kind: AnswerKind,
  language: Language,
  stems: readonly string[],
): boolean {
  const key = `${kind} ${language}`;
  const words = (KIND_WORDS[kind] ?? '').split(' ').filter(Boolean);
  const own =
    kindStems.get(key) ??
    new Set(words.flatMap((word) => (word.includes('_') ? [word] : stemsOf(language, word))));
  kindStems.set(key, own);
  return stems.some((stem) => own.has(stem));
}

/** Shorter ones have too many neighbours. */
const LEAST_MISSPELT = 5;

/** Whether such a word is meant, with a typing error: "pirce". */
export function isLikeKindWord(text: string): boolean {
  return text.length >= LEAST_MISSPELT && allKindWords.some((word) => isMisspelt(text, word));
}
