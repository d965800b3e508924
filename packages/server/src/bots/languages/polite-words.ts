import type { Language } from './languages';

/** Question words, greetings and politeness, next to the stop words of each language: they name no subject. */
export const POLITE_WORDS: Readonly<Record<Language, string>> = {
  en: `wat wot teh ur u r pls cuz gonna gotta lol btw asap ok okay im ive dont cant whats hows wheres youre isnt doesnt a mine ours theirs per via else plus till hi hello hey dear good morning afternoon evening please pls plz thanks thank sorry excuse okay ok yes no yeah yep
    could would can may might shall should must will wont cannot let like want wanted wanna wish need needs needed know
    tell wonder wondering question questions ask asking quick quickly just also actually really maybe perhaps possible
    possibly kindly info information help helping exactly else ever get gets getting got give given go going happen
    happens happened long much many soon often far isn aren don doesn didn can couldn won wouldn shouldn hasn haven
    s t re ve ll d m u ur im ive id us something anything someone anyone way ways thing things lot bit still yet already
    say says said see look looking find found somehow anyway advance understand correct right true think guess able sure`,
  fr: `ya til jai jvoudrais jaimerais keske koi pk pq bcp svp quand même du coup cest jai quil quest dois sest nest ya jme jsuis car per par via lui ceux celles celui celle chacun chacune aucun aucune plusieurs côté afin selon depuis fut permets bonne journée bonjour bonsoir salut coucou merci svp stp plait plaît pardon excusez désolé désolée oui non ok okay si bien alors donc
    comment combien quand pourquoi quoi lequel laquelle lesquels lesquelles qu est-ce quelle quelles peut peux puis pouvez
    pourrais pourrait pourriez pouvoir pouvons peuvent veux voudrais voulais veut vouloir voulez aimerais souhaite souhaiterais souhaiterait
    faut faire fais fait faites dois doit devez doivent savoir sais savez sait dire dites dis question questions renseignement renseignements
    info infos information informations aide aider juste aussi vraiment peut-être possible exactement simplement
    encore déjà toujours plus moins très trop beaucoup peu chose choses quelque quelques quelqu aller va vais vas voir
    cas fois avance cela ça ca là ai-je puis-je y a-t-il avez-vous est-il on hui aujourd mettre donner donnez monsieur madame
    tout toute tous toutes chez dès lors long longtemps temps jusqu entre vers comprendre correct vrai pense crois`,
  de: `nem nen ne ner nes hab habs haste fürs ums ans beim vom wer wem unseren unserem unserer unsere deren dessen per via pro je sowie bzw beim dran drauf einfach mal doch ihr euch eure euren meinem meine dies laut hallo guten tag morgen abend hi hey moin servus bitte danke dankeschön entschuldigung entschuldigen sorry ja nein ok okay
    wie wieviel wieviele wann wo woher wohin warum wieso weshalb wer wen wem wessen welche welcher welches was womit wofür wodurch
    kann kannst können könnte könnten könntet darf dürfen dürfte möchte möchten mag will wollen soll sollte muss müssen müsste
    weiß wissen weiss sagen sag frage fragen gibt geben gibts gäbe geht gehen ginge mal denn eigentlich vielleicht wohl
    gern gerne genau überhaupt auch schon noch nur immer mehr sehr etwas irgendwie hilfe helfen info infos information informationen
    lange hoch viel viele oft weit bitteschön möglich finde finden sehe sehen leider halt eben ganz gar echt bekomme
    mache macht machen tun tut lassen lässt sicher richtig stimmt denke glaube verstehe voraus`,
  es: `q k xq pq porfa plis acen hacen os doy das damos darme darse darnos vosotros vosotras vuestro me os bien via según haber habéis tenéis sería hola buenos buenas días dia tardes noches por favor gracias perdón perdone disculpe sí si no vale ok
    cómo cuánto cuánta cuántos cuántas cuándo dónde adónde qué quién quiénes cuál cuáles porqué
    puedo puede pueden podría podrían podéis poder quiero quiere querría quisiera gustaría deseo necesito necesita necesitaría
    debo debe hay tengo tiene tienen tienes saber sabe decir decirme dígame pregunta preguntas información info ayuda
    ayudar ayudarme hacer hace hago hacen sólo solo también realmente quizás posible exactamente todavía ya
    algo alguien más menos muy mucho poco cosa cosas ver ir dar antelación entender correcto verdad creo pienso existe existen ofrecéis`,
  it: `ciao buongiorno buonasera salve grazie prego scusi scusa favore sì no ok come quanto quanta quanti quante quando dove
    perché cosa chi quale quali posso può possono potrei potrebbe potete poter voglio vorrei vuole volevo serve bisogno devo
    deve sapere so sa dire dirmi domanda domande informazione informazioni info aiuto aiutare aiutarmi fare faccio fa
    anche solo proprio forse possibile esattamente ancora già qualcosa qualcuno molto poco più meno cose c'è essere avere`,
  pt: `olá ola oi bom boa dia tarde noite obrigado obrigada favor desculpe sim não ok como quanto quanta quantos quantas quando
    onde porque porquê que quê qual quais quem posso pode podem poderia podia poder quero quer queria gostaria preciso precisa
    devo deve saber sei sabe dizer diga pergunta perguntas informação informações info ajuda ajudar fazer faço faz
    também só mesmo talvez possível exatamente ainda já algo alguém muito pouco mais menos coisas há ter ser`,
  nl: `hallo hoi dag goedemorgen goedemiddag goedenavond alstublieft alsjeblieft aub bedankt dank sorry ja nee ok hoe hoeveel
    wanneer waar waarom wat wie welke welk kan kunt kunnen mag mogen wil wilt willen zou zouden moet moeten graag weet weten
    zeggen vraag vragen informatie info hulp helpen doen doe doet gaan gaat ook alleen echt misschien mogelijk precies
    nog al iets iemand veel weinig meer minder erg lang krijg krijgen geven even eigenlijk jullie we ik er naar toe`,
  ar: `مرحبا السلام عليكم اهلا شكرا لطفا فضلك رجاء عفوا نعم لا كيف كم متى اين أين لماذا ماذا ما من هل اي أي يمكن يمكنني
    ممكن اريد أريد ارغب احتاج أحتاج اعرف أعرف سؤال معلومات مساعدة مساعدتي عندي لدي لديكم عندكم هناك`,
};
