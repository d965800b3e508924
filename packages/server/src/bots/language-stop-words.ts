/**
 * Words without meaning for the subject, in the form that `fold` returns. Polite and chatty words are among
 * them, and question words, which do not change an FAQ's subject either.
 */
const FRENCH = `
  a ai ainsi alors as au aucun aujourd aura aussi autre aux avais combien avait avant avec avez avoir avons
  bah beaucoup ben bien bonjour bonsoir bref c ca car ce ceci cela celle celui ces cet cette ceux chez
  ci coucou comme comment concernant d dans de deja depuis des desole deux dire dites dis donc donner
  dont du elle elles en encore ensuite entre es est et etait ete etes etre eu euh eux exactement
  fait faire fais faites faut fois font h hello hui ici il ils j je juste l la laquelle le lequel les
  leur leurs lors lui m ma maintenant mais me mes merci mettre moi moins mon monsieur madame n ne ni
  non nos notre nous on ont ou oui par parce pas permettez peu peut peux plait plus point possible
  pour pourquoi pourrais pourrait pouvez pouvoir pouvons puis qu quand que quel quelle quelles quels
  quelque quelques question qui quoi renseignement renseigner s sa sais salut sans savoir savez se ses
  si simplement soit sommes son sont souhaite souhaiterais suis sur svp stp t ta te tes toi ton toujours
  tous tout toute toutes tres tu un une va vais veut veux vers voila voir voudrais voulais voulu vos
  votre vous vraiment vs y expliquer info infos information informations
`;
const ENGLISH = `
  about actually all also am an and any anyone are as asking at be because been before being but by can
  could did do does doing done else exactly ever for from get give go going good got had happen
  happens has have having he hello help her hey hi him his how i if in info information into is isn it
  its just kindly know let like ll long looking m many may me might mine more much must my need no not
  now of off okay ok on one only or our out over own please possible question quick re really s she
  should so some something sorry still such sure t tell than thank thanks that the their them then there
  these they thing this those to too u up us use ve very want wanted was way we well were what when
  where which while who whom why will wish with wonder wondering would yet you your yours aren couldn didn doesn don hasn haven shouldn wasn weren won wouldn
`;

export const FRENCH_WORDS: ReadonlySet<string> = new Set(FRENCH.split(/\s+/).filter(Boolean));
export const ENGLISH_WORDS: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/).filter(Boolean));
export const STOP_WORDS: ReadonlySet<string> = new Set([...FRENCH_WORDS, ...ENGLISH_WORDS]);
