/**
 * How visitors ask for a person, in folded words with single blanks between them. French and English are in
 * `wants-person`. Quantifiers are bounded, because this runs on any text that a visitor sends.
 */
export interface PersonRequests {
  requests: readonly string[];
  /** Texts that sound like a request but decline one. */
  declined: readonly string[];
}

const UP_TO_2 = '(?:\\w+ ){0,2}';
const UP_TO_3 = '(?:\\w+ ){0,3}';
const BOT =
  '(?:robots?|robotern?|roboter|bots?|chatbots?|machines?|maschine|maquina|macchina|ki|ia|ai|computer)';

const DE =
  '(?:menschen?|menschlichen? \\w+|person|jemand|jemandem|jemanden|mitarbeiter|mitarbeiterin|mitarbeitern|berater|beraterin|ansprechpartner|ansprechpartnerin|kundendienst|kundenservice|kundenbetreuer|kundenbetreuung|support|kollegen|kollegin|sachbearbeiter|sachbearbeiterin|chef|vorgesetzten|team)';
const DE_ONLY =
  '(?:menschen?|mitarbeiter|mitarbeiterin|berater|beraterin|ansprechpartner|ansprechpartnerin|menschlichen \\w+|menschliche hilfe|echten? person)';
const GERMAN: PersonRequests = {
  requests: [
    `(?:mit|zu) ${UP_TO_3}${DE} ${UP_TO_2}(?:sprechen|reden|chatten|telefonieren|schreiben|verbunden|verbinden|weiterleiten|kommunizieren) `,
    `(?:spreche|sprechen|reden|chatten|telefonieren|unterhalten) ${UP_TO_2}mit ${UP_TO_3}${DE} `,
    `(?:verbinde|verbinden|stelle|stellen|leite|leiten|gib|geben) (?:sie )?(?:mich|mir|uns) ${UP_TO_2}(?:mit |zu |an )?${UP_TO_2}${DE} `,
    `(?:brauche|brauch|mochte|will|wunsche|hatte gern|hatte gerne|suche|verlange) ${UP_TO_2}(?:einen |eine |ne |nen )?(?:echten |echte |richtigen |lebenden |realen )?${DE_ONLY}(?: \\w+){0,2} $`,
    `(?:kann|konnte|konnten|kann mich|konnte mich) (?:mich |mir |bitte ){0,2}(?:ein|eine) (?:echter |echte )?(?:mensch|mitarbeiter|mitarbeiterin|berater|beraterin) `,
    `bitte um (?:einen )?(?:ruckruf|anruf) `,
    `(?:jemand|mitarbeiter|mitarbeiterin|berater) ${UP_TO_2}(?:zuruckrufen|anrufen|zuruckruft|anruft) `,
    `(?:ruf|rufe|rufen|ruft) (?:sie )?(?:mich|uns) ${UP_TO_2}(?:zuruck|an) `,
    `(?:kundendienst|kundenservice|support|mitarbeiter|berater) (?:\\w+ )?(?:kontaktieren|erreichen|anrufen|sprechen) `,
    `(?:erreiche|kontaktiere|spreche) (?:ich |wir |man )${UP_TO_2}${DE} `,
    `(?:ist|gibt es|ist hier|ist da) (?:da |hier |dort )?(?:jemand|ein mensch|einen menschen|ein echter mensch)(?: da| hier| erreichbar| verfugbar| online)? $`,
    `sondern (?:mit )?(?:einem|einen|einer|eine) (?:echten |richtigen |realen )?(?:menschen|mitarbeiter|mitarbeiterin|person|berater) `,
    `${DE_ONLY} (?:und )?(?:statt|kein|keinen|keine|nicht) (?:mit )?(?:einem |einen |ein |eines )?${BOT} `,
    `(?:nicht|keinem|keinen|kein) (?:mehr )?(?:mit )?(?:einem |einer |ner |nem |diesem )?${BOT} (?:sprechen|reden|schreiben|chatten) `,
    `^ (?:bitte |hallo )?(?:ein |einen |eine )?(?:echter |echten |echte |richtiger |richtigen )?(?:mensch|menschen|mitarbeiter|mitarbeiterin|berater|beraterin|kundendienst|kundenservice|person|kundenberater)(?: bitte| danke){0,2} $`,
  ],
  declined: [
    `(?:nicht|keinen|keinem|kein|keine|ohne) (?:mit )?(?:einem |einer |einen )?(?:echten )?(?:menschen|mitarbeiter|mitarbeiterin|berater|person|jemandem|kundendienst|kundenservice)(?: (?:sprechen|reden|schreiben|kontaktieren|telefonieren))? `,
    `(?:bist du|sind sie|ist das|spreche ich mit|rede ich mit) ${UP_TO_2}(?:mensch|menschen|person|mitarbeiter|${BOT}) `,
  ],
};

const ES =
  '(?:humano|humana|ser humano|persona|alguien|agente|asesor|asesora|operador|operadora|representante|encargado|encargada|responsable|companero|empleado|empleada|atencion al cliente|servicio al cliente|servicio de atencion|soporte|tecnico|equipo|gerente|supervisor|supervisora)s?';
const ES_ONLY =
  '(?:humano|ser humano|persona|persona real|persona humana|agente|agente humano|asesor|asesora|operador|operadora|representante)';
const SPANISH: PersonRequests = {
  requests: [
    `(?:hablar|hablo|charlar|chatear|comunicarme|conversar|contactar|contacto|comunicar) (?:directamente )?(?:con |a )?${UP_TO_3}${ES} `,
    `(?:paseme|pasame|pasarme|ponme|pongame|ponerme|conecteme|conectame|conectarme|transfierame|transfiereme|transferirme|comuniqueme|comunicame|derivame|deriveme|pase|pasen|pasa) ${UP_TO_2}(?:con|a) ${UP_TO_3}${ES} `,
    `(?:quiero|necesito|quisiera|prefiero|deseo|exijo|dame|deme|me gustaria) (?:a )?(?:un|una) ${ES_ONLY}(?: (?:real|humana|humano|de verdad|por favor|ya|ahora)){0,2} $`,
    `(?:hay|esta) (?:alguien|algun humano|una persona|un agente)(?: ahi| aqui| disponible| en linea| real){0,2} $`,
    `(?:llame|llamen|contacte|contacten|atienda) (?:un|una|alguien) `,
    `(?:puede|pueden|podria|podrian) (?:llamarme|atenderme|ayudarme) (?:un|una) ${ES_ONLY} `,
    `(?:me puede|me pueden|me podria|me podrian) (?:atender|ayudar|llamar) (?:un|una|alguien)(?: ${ES_ONLY})?(?: real| por favor){0,2} $`,
    `(?:me atiende|me atienden) (?:alguien|una persona|un agente) `,
    `(?:^ |alguien |una persona )(?:alguien |una persona )?(?:me puede|me podria|puede) (?:atender|atenderme|ayudarme|llamarme) $`,
    `(?:llamenme|llameme|me pueden llamar|me podeis llamar) `,
    `(?:sino|pero) (?:con )?(?:un|una) ${ES_ONLY} `,
    `${ES_ONLY} (?:real )?(?:y )?no (?:con )?(?:un |una |a un )?${BOT} `,
    `no (?:quiero|deseo|me gusta) (?:hablar|chatear|tratar) con (?:un |una |este |esta )?${BOT} `,
    `^ (?:por favor |hola )?(?:un |una |el |la )?(?:${ES_ONLY}|atencion al cliente|servicio al cliente)(?: real| humana| humano)?(?: por favor| gracias){0,2} $`,
  ],
  declined: [
    `no me (?:pase|pases|pasen|ponga|transfiera|transfieras) con (?:un |una )?${ES_ONLY} `,
    `(?:no|sin) (?:quiero |deseo |necesito |hace falta |tener que )?(?:hablar|contactar|chatear) (?:con )?(?:un |una )?(?:humano|persona|agente|asesor|alguien|nadie)s? `,
    `no (?:quiero|necesito) (?:a )?(?:un|una|ningun|ninguna) ${ES_ONLY} `,
    `(?:eres|es usted|estoy hablando con|hablo con) (?:un|una) (?:humano|persona|${BOT})(?: real)? `,
  ],
};

const IT =
  '(?:umano|essere umano|persona|qualcuno|operatore|operatrice|agente|consulente|addetto|addetta|responsabile|servizio clienti|assistenza clienti|assistenza|collega|team)';
const ITALIAN: PersonRequests = {
  requests: [
    `(?:parlare|parlo|chattare|comunicare|discutere|contattare) (?:direttamente )?(?:con |a |il |la |un |una )?${UP_TO_3}${IT} `,
    `(?:passami|mi passi|passatemi|passarmi|mettimi in contatto|mi metta in contatto|trasferiscimi|trasferitemi|collegami|collegatemi) ${UP_TO_2}(?:con |a |al |un |una )?${UP_TO_2}${IT} `,
    `(?:voglio|vorrei|ho bisogno di|mi serve|preferisco|desidero) (?:un|una) (?:vero |vera )?(?:umano|essere umano|persona|operatore|operatrice|consulente|agente)(?: (?:vero|vera|reale|umano|umana|per favore)){0,2} $`,
    `c e (?:qualcuno|una persona|un operatore)(?: li| la| disponibile| online| reale){0,2} $`,
    `(?:richiamatemi|mi richiami|mi chiami|chiamatemi|essere richiamato|essere richiamata) `,
    `(?:ma|bensi) (?:con )?(?:un|una) (?:umano|persona|operatore|operatrice) `,
    `non (?:voglio|desidero) parlare con (?:un |una |questo )?${BOT} `,
    `^ (?:per favore )?(?:un |una |il )?(?:operatore|operatrice|umano|persona reale|persona vera|servizio clienti|consulente|agente)(?: per favore| grazie| umano){0,2} $`,
  ],
  declined: [
    `(?:non|senza) (?:voglio |vorrei |serve |dover )?(?:parlare|contattare) (?:con )?(?:un |una |il )?(?:umano|persona|operatore|operatrice|nessuno|servizio clienti) `,
    `(?:sei|parlo con|sto parlando con) (?:un|una) (?:umano|persona|${BOT}) `,
  ],
};

const PT =
  '(?:humano|humana|ser humano|pessoa|alguem|atendente|assistente humano|agente|operador|operadora|representante|responsavel|colega|funcionario|funcionaria|apoio ao cliente|servico ao cliente|atendimento ao cliente|suporte|equipa|equipe|gerente|supervisor)s?';
const PORTUGUESE: PersonRequests = {
  requests: [
    `(?:falar|conversar|contactar|contatar|comunicar) (?:diretamente )?(?:com |o |a )?${UP_TO_3}${PT} `,
    `(?:passe me|passa me|passem me|transfira me|transfere me|me transfira|me passe|me passa|ligue me|ponha me|coloque me|conecte me|me conecte) ${UP_TO_2}(?:com |a |para |ao )?${UP_TO_3}${PT} `,
    `(?:quero|queria|preciso de|prefiro|gostaria de|desejo) (?:um|uma) (?:humano|ser humano|pessoa|atendente|operador|operadora|agente|representante)(?: (?:real|humano|humana|a serio|de verdade|por favor)){0,2} $`,
    `(?:ha|tem|esta) (?:alguem|uma pessoa|um atendente)(?: ai| aqui| disponivel| online| real){0,2} $`,
    `(?:liguem me|ligue me|me liguem|me ligue|ser contactado|ser contactada) `,
    `(?:mas|e sim) (?:com )?(?:um|uma) (?:humano|pessoa|atendente) `,
    `nao quero (?:falar|conversar) com (?:um |uma |este |esse )?(?:robo|robos|${BOT}) `,
    `^ (?:por favor )?(?:um |uma |o )?(?:atendente|humano|pessoa real|operador|operadora|agente|apoio ao cliente|atendimento humano)(?: por favor| obrigado| obrigada| humano){0,2} $`,
  ],
  declined: [
    `(?:nao|sem) (?:quero |queria |preciso de |ter de )?(?:falar|contactar|conversar) (?:com )?(?:um |uma |o )?(?:humano|pessoa|atendente|ninguem|operador)s? `,
    `(?:voce e|es|estou a falar com|estou falando com) (?:um|uma) (?:humano|pessoa|robo|${BOT}) `,
  ],
};

const NL =
  '(?:mens|mensen|echt persoon|echte persoon|persoon|iemand|medewerker|medewerkster|agent|adviseur|collega|klantenservice|klantendienst|support|beheerder|manager|team)';
const DUTCH: PersonRequests = {
  requests: [
    `(?:met|naar) ${UP_TO_3}${NL} ${UP_TO_2}(?:spreken|praten|chatten|bellen|doorverbonden|doorverbinden|overleggen) `,
    `(?:spreken|praten|praat|chatten|bellen|spreek) ${UP_TO_2}met ${UP_TO_3}${NL} `,
    `(?:verbind|verbindt|doorverbinden|zet|geef) (?:mij|me|ons) ${UP_TO_2}(?:door )?(?:met |naar )?${UP_TO_2}${NL} `,
    `(?:wil|zou graag|heb|nodig|liever) ${UP_TO_2}(?:een |n )(?:echte? )?(?:mens|persoon|medewerker|adviseur)(?: (?:spreken|nodig|alstublieft|alsjeblieft|aub|hebben)){0,2} $`,
    `(?:is|zijn) er (?:hier )?(?:iemand|een mens|mensen|een echte persoon)(?: aanwezig| beschikbaar| online)? $`,
    `(?:bel|bellen|belt) (?:mij|me|ons) ${UP_TO_2}(?:terug|op) `,
    `(?:klantenservice|klantendienst|medewerker) (?:\\w+ )?(?:contacteren|bereiken|bellen|spreken) `,
    `(?:bereik|contacteer|spreek) (?:ik |we |je )${UP_TO_2}${NL} `,
    `maar (?:met )?een (?:echte? )?(?:mens|persoon|medewerker) `,
    `niet (?:meer )?(?:met )?(?:een |deze )?${BOT} (?:praten|spreken|chatten) `,
    `^ (?:graag )?(?:een )?(?:echte? )?(?:mens|persoon|medewerker|klantenservice|klantendienst|agent)(?: alstublieft| alsjeblieft| aub| graag){0,2} $`,
  ],
  declined: [
    `(?:niet|geen|zonder) (?:met )?(?:een )?(?:echte? )?(?:mens|persoon|medewerker|klantenservice)(?: (?:spreken|praten|bellen))? `,
    `(?:ben jij|bent u|ben je|praat ik met|spreek ik met) ${UP_TO_2}(?:mens|persoon|${BOT}) `,
  ],
};

const ARABIC: PersonRequests = {
  requests: [
    `(?:التحدث|اتحدث|اتكلم|التكلم|التواصل|اتواصل|اكلم|محادثة|الاتصال|اتصل) (?:\\S+ ){0,2}(?:\\S{0,2}انسان|\\S{0,2}بشري|\\S{0,3}موظف|موظفة|موظفين|\\S{0,2}شخص|احد|ممثل|وكيل|\\S{0,2}خدمة|\\S{0,2}الدعم|مندوب|مسوول) `,
    `(?:حولني|تحويلي|وصلني|حولوني) (?:\\S+ ){0,2}(?:\\S{0,2}انسان|\\S{0,3}موظف|شخص|احد|ممثل|خدمة|مندوب|الدعم) `,
    `(?:اريد|احتاج|ارغب في|ابي|عايز) (?:\\S+ ){0,1}(?:موظف|موظفا|انسان|انسانا|شخص|شخصا|ممثل)(?: \\S+){0,2} $`,
    `(?:هل )?(?:يوجد|هناك) (?:احد|شخص|موظف)(?: هنا| متاح){0,2} $`,
    `لا اريد (?:التحدث|ان اتحدث|التكلم) (?:\\S+ ){0,1}(?:روبوت|الي|بوت|الة) `,
    `^ (?:موظف|انسان|خدمة العملاء|شخص حقيقي)(?: من فضلك| لو سمحت)? $`,
  ],
  declined: [`لا (?:اريد|احتاج) (?:\\S+ ){0,2}(?:موظف|انسان|شخص|احد) `],
};

export const PERSON_REQUESTS: readonly PersonRequests[] = [
  GERMAN,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  ARABIC,
];
