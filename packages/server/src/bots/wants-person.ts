import { fold } from './language';
import { PERSON_REQUESTS } from './person-requests';

/** Single blanks between words, so that the patterns need no others. */
const spaced = (text: string): string =>
  ` ${(fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** How many sentences are tried with every pattern, from the end: there a visitor asks for a person. */
const MAX_SENTENCES = 20;

const sentencesOf = (text: string): string[] =>
  text
    .split(/[.?!;\n]+/)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .slice(-MAX_SENTENCES);

/**
 * Whether the text asks for the way to a person, which a document may tell: "Comment contacter le service client ?",
 * "How do I reach support?". False if another sentence plainly requests a person.
 */
export function asksHowToReach(text: string): boolean {
  const wanting = sentencesOf(text).filter((sentence) => isRequest(spaced(sentence)));
  const asking = wanting.length > 0 ? wanting : [text];
  return asking.every((sentence) => HOW_TO_REACH.test(spaced(sentence)));
}

/** Whether the visitor asks for a person, in one sentence or in all of them together. */
export function wantsPerson(text: string): boolean {
  return isRequest(spaced(text)) || sentencesOf(text).some((one) => isRequest(spaced(one)));
}

function isRequest(words: string): boolean {
  const meant = DECLINED.reduce((rest, pattern) => rest.replaceAll(pattern, ' _ '), words);
  return (
    NO_BOT.some((pattern) => pattern.test(words)) || REQUESTS.some((pattern) => pattern.test(meant))
  );
}

const HOW_TO_REACH =
  / (?:comment|how|ou|where|when|quand|quel|quelle|what|which|wie|wo|wann|unter welcher|como|donde|cuando|cual|come|dove|quando|quale|onde|qual|hoe|waar|wanneer|welk|welke|كيف|اين|متى|ما) (?:\S+ ){0,6}(?:contacter|joindre|joint|appeler|ecrire|contact|reach|call|write|talk|speak|parler|erreiche|erreichen|erreichbar|erreicht|kontaktieren|kontaktiere|anrufen|sprechen|contactar|contacto|contacta|llamar|localizar|hablar|escribir|contattare|contatto|chiamare|parlare|falar|contatar|ligar|bereiken|bereik|bereikbaar|contacteren|contacteer|bellen|spreken|اتواصل|التواصل|الاتصال|اتصل|رقم) /;

const PERSON_FR =
  '(?:humain|etre humain|personne|quelqu un|conseiller|conseillere|teleconseiller|teleconseillere|agent|operateur|operatrice|responsable|vendeur|vendeuse|technicien|technicienne|interlocuteur|collegue|employe|employee|representant|service client|service clients|service clientele|sav|equipe|gerant|patron)s?';
const PERSON_EN =
  '(?:human|human being|person|people|someone|somebody|agent|representative|rep|operator|advisor|adviser|assistant manager|manager|supervisor|associate|colleague|staff|staff member|customer service|customer support|support team|support agent|salesperson|team|support)s?';
/** Names that are only used for a person. */
const ONLY_PERSON_FR =
  '(?:humain|etre humain|conseiller|conseillere|teleconseiller|operateur|operatrice|vraie personne|personne humaine|personne reelle|vraie? humain)';
const ONLY_PERSON_EN =
  '(?:human|human being|human agent|human person|(?:real|actual|live|living) (?:human|human being|person|agent|operator|representative|advisor|adviser)|representative|customer service agent|support agent)';
/** Words that are a request on their own. */
const ALONE =
  '(?:humain|etre humain|conseiller|conseillere|agent|operateur|operatrice|responsable|quelqu un|service client|sav|human|human being|person|someone|representative|rep|operator|advisor|adviser|manager|supervisor|customer service|customer support)';
const UP_TO_3 = '(?:\\w+ ){0,3}';
const POLITE =
  '(?:s il vous plait|s il te plait|svp|stp|merci|please|pls|plz|thanks|thank you|now|maintenant|vite|tout de suite|asap)';

/** Explicit requests. Quantifiers are bounded, because this runs on any text that a visitor sends. */
const REQUESTS = [
  // parler à un humain, discuter avec quelqu'un, échanger avec votre équipe
  `(?:parler|discuter|echanger|dialoguer|communiquer|causer|converser|chatter|tchatter|m entretenir) (?:directement |plutot )?(?:a|au|avec|aux) ${UP_TO_3}${PERSON_FR} `,
  // passez-moi un conseiller, mettez-moi en relation avec quelqu'un, transférez-moi vers un agent
  `(?:passez|passe|passer|mettez|mets|mettre|transferez|transfere|transferer|redirigez|rediriger|connectez|connecter|basculez) (?:moi |nous )?(?:plutot |directement |donc )?(?:en (?:relation|contact|communication) )?(?:a|au|avec|vers|sur|le|la|un|une) ${UP_TO_3}${PERSON_FR} `,
  `(?:mise en relation|etre mis en relation|etre mise en relation|entrer en contact|prendre contact) avec ${UP_TO_3}${PERSON_FR} `,
  // joindre, contacter, avoir un conseiller
  `(?:joindre|contacter|appeler) (?:directement )?(?:un|une|le|la|votre|vos|quelqu) (?:\\w+ )?${PERSON_FR} `,
  `(?:joindre|contacter|avoir|appeler) quelqu un (?:au telephone |de chez vous |en ligne |$)`,
  `(?:avoir|obtenir|veux|voudrais|aimerais|souhaite|souhaiterais|prefere|prefererais|exige|demande|veut|donnez moi|besoin d|faut) (?:un|une|l aide d un|de l aide d un) (?:vrai |vraie )?${ONLY_PERSON_FR} `,
  `(?:veux|voudrais|aimerais|souhaite|prefere|avoir|exige) (?:un|une) (?:vrai |vraie )?(?:agent|personne)(?: ${POLITE})? $`,
  // il y a quelqu'un ?, y a-t-il un conseiller disponible ?
  `(?:y a t il|il y a|y a|est ce qu il y a) (?:quelqu un|un humain|une vraie personne|un conseiller|une conseillere)(?: disponible| de disponible| la| en ligne| pour m(?: \\w+){1,2}| qui peut m(?: \\w+){1,2}| ${POLITE})? $`,
  `(?:etre rappele|etre rappelee|etre contacte|etre contactee) par (?:un|une|quelqu|votre|le) `,
  `(?:passer|passez moi|passe moi|envoyez moi) (?:plutot |directement |donc )?quelqu un `,
  // parler conseiller, contacter service client
  `(?:parler|contacter|joindre) (?:conseiller|conseillere|humain|agent|service client|sav) `,
  // un agent peut-il m'aider, qu'un conseiller me rappelle, l'aide d'un humain
  `(?:un|une) (?:vrai |vraie )?(?:humain|conseiller|conseillere|agent|operateur|operatrice) (?:peut|pourrait|me rappelle|me contacte|me reponde) `,
  `(?:aide|assistance|support) (?:humaine|humain|d un humain|d une conseillere|d un conseiller) `,
  // talk to a human, speak with someone, chat with your team
  `(?:talk|talking|speak|speaking|chat|chatting|escalate) (?:directly )?(?:to|with) ${UP_TO_3}${PERSON_EN} `,
  `(?:someone|somebody|anyone|anybody|a person|a human) (?:real |human )?(?:that |who )?(?:i|we) can (?:talk|speak|chat) (?:to|with) `,
  // connect me with an agent, put me through to someone
  `(?:connect|transfer|put|pass|forward|switch|redirect|escalate) (?:me|us|this) (?:through |over )?(?:to |with |on to )?${UP_TO_3}${PERSON_EN} `,
  `(?:reach|contact|call) (?:(?:a|an|your|the|some) )?(?:\\w+ )?${PERSON_EN} `,
  `(?:want|need|prefer|like|get me|give me|get|have|request) (?:a|an|some) ${ONLY_PERSON_EN} `,
  `(?:want|need|get me|give me|prefer) (?:a|an|to (?:see|have) an?|some) (?:agent|person|operator|advisor|adviser|manager|supervisor)(?: ${POLITE})? $`,
  `(?:is|are) (?:there )?(?:a |any )?(?:someone|anyone|anybody|somebody|human|humans|real person)(?: there| here| available| around| online| at the other end)? $`,
  // can a human help me, human support
  `(?:can|could|may) (?:a|an) (?:real |live )?(?:human|person|agent|representative|operator|advisor|adviser) `,
  `human (?:support|help|assistance) `,
  `(?:call|phone|ring) me back `,
  `^ (?:please )?(?:call|phone|ring) me(?: ${POLITE}| back| today){0,2} $`,
  // real person please; un humain svp; agent
  `^ (?:${POLITE} )?(?:(?:un|une|a|an|the|le|votre|your) )?(?:vrai |vraie |real |live |actual )?(?:une personne|${ALONE}|${ONLY_PERSON_FR}|${ONLY_PERSON_EN})(?: (?:reel|reelle|real|humain|humaine|physique|agent|person))?(?: ${POLITE}){0,2} $`,
  `(?:${ONLY_PERSON_EN}|un (?:vrai )?humain|une vraie personne) ${POLITE} $`,
  // not to a robot but to a person
  `(?:mais|but) (?:a|avec|to|with) (?:un|une|a|an) (?:vrai |vraie |real )?(?:humain|personne|conseiller|human|person|agent) `,
  // pas un robot !
  `(?:humain|personne|conseiller|human|person|agent|someone) (?:et |and )?(?:pas|not|instead of|plutot qu) (?:a |an |avec |to |with )?(?:un |une |a )?(?:robot|bot|machine|chatbot|ia|ai) `,
  ...PERSON_REQUESTS.flatMap(({ requests }) => requests),
].map(toPattern);

/** Visitors who want no bot want a person. */
const NO_BOT = [
  `(?:veux pas|voudrais pas|souhaite pas|veux plus) (?:parler|discuter|echanger) (?:a |avec )(?:un |une |ce |cette |votre )?(?:robot|bot|machine|chatbot|ia) `,
  `(?:don t|dont|do not) (?:want to |wanna |like to |like )?(?:talk|talking|speak|speaking|chat|chatting) (?:to|with) (?:a |an |this |the |your )?(?:robot|bot|machine|chatbot|ai|computer) `,
].map(toPattern);

/** Texts that sound like a request but decline one, or ask what the visitor is talking to. */
const DECLINED = [
  `(?:veux pas|souhaite pas|voudrais pas|pas besoin de|inutile de|sans) (?:\\w+ ){0,2}(?:parler|discuter|echanger|contacter|joindre) (?:(?:a|avec) )?(?:un |une )?`,
  `pas besoin d un (?:humain|conseiller|agent) `,
  `(?:do not|don t|dont|no need to|without|didn t) (?:want to |need to |have to |wish to )?(?:talk|talking|speak|speaking|chat|contact|reach|call) (?:(?:to|with) )?(?:a |an )?`,
  `(?:do not|don t|dont) (?:want|need) (?:a|an) (?:human|agent|person|representative) `,
  `(?:do not|don t|dont) (?:connect|transfer|put|pass|forward) me (?:through )?(?:to |with )?(?:a |an )?(?:human|agent|person|representative|someone)s? `,
  `ne me (?:passez|passe|mettez|transferez) (?:pas|plus) (?:en relation )?(?:a |avec |vers )?(?:un |une )?(?:humain|conseiller|conseillere|agent|quelqu un) `,
  `(?:are you|is this|am i (?:talking|speaking|chatting) (?:to|with)|etes vous|es tu|est ce que je parle a|suis je en train de parler a|je parle a) (?:a|an|un|une) (?:\\w+ )?(?:human|person|agent|bot|humain|personne|robot) `,
  ...PERSON_REQUESTS.flatMap(({ declined }) => declined),
].map((source) => new RegExp(` ${source}`, 'g'));

function toPattern(source: string): RegExp {
  return new RegExp(source.startsWith('^') ? source : ` ${source}`);
}
