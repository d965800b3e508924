import type { Language } from './languages';

/**
 * Words that tell the story around a question: general verbs, adverbs, times and people. A passage rarely repeats them,
 * so that one that lacks them may still answer.
 */
export const EVERYDAY_WORDS: Readonly<Record<Language, string>> = {
  en: `two three four five six seven eight nine ten twelve twenty hundred someone anybody anyone everybody somewhere anywhere elsewhere nowhere probably supposed apparently obviously honestly basically literally roughly tonight midnight noon morning mornings afternoon weekday ago already forever whenever whatever wherever stuck stink hate enjoy bother mind matter worry worried afraid annoyed angry happy glad bored tired forgot remember press click count fill pass land drive walk ride fly carry handing hand grab pull push drop throw threw catch meet join sign figure sort check double tool tools city cities town village street road path coast traffic uncle aunt cousin grandma grandpa granny nan mum dad parents parent relative relatives labrador biscuit bloke guy guys lady lads folks mate biggest smallest largest cheaper cheapest nearest latest longer longest shorter bigger empty gross grand single whole entire several various couple few many plenty amount
    mean means meant meaning turn turns turned turning spend spending short full half whole sell sold travel travelling point side set run running leave left right away together lucky busy wondering interested early late ready young regular regularly nearby outside inside soon end ends gone miss hand possible enough extra another every anywhere use using used make makes made take takes took taken taking come comes came keep keeps put try tried trying
    work works working want decide decided change changed bring brought receive received buy bought purchase purchased order
    ordered item items product products article articles stuff goods thing company shop store online website site
    customer customers people person client clients user users everyone family friend friends husband wife
    mother father son daughter kids child children brother sister partner neighbour colleague colleagues boss
    today tomorrow yesterday week weekend month recently currently lately moment now later before after last next first
    second time times directly easily simply fully completely normally usually generally exactly immediately
    anymore always never however because since during within without case cases problem problems issue issues
    unfortunately luckily new old big small nice great bad wrong different same own personal special certain specific
    allow allowed permitted offer offers offered accept accepted provide provides include included includes available apply applies
    expect expected required require necessary mandatory obligatory start started begin stop end finish happen
    total maximum minimum max min least most amount number kind type sort option options detail details rule rules policy
    live living stay go went away back home house place live plan planning planned think consider considering
    read saw noticed heard told wrote call called contact write send sent show shown fit fits like love hope sorry`,
  fr: `deux trois quatre cinq six sept huit neuf dix douze quinze vingt quelqu'un franchement vraiment carrément apparemment évidemment honnêtement bref voilà enfin parfois souvent rarement autrefois auparavant ultérieurement aussitôt bientôt hier soir matin midi minuit matinée journée soirée mille cent dizaine vide vides plein pleine gros grosse gentil content contente embêtant embêté inquiet coin coins truc trucs machin bidule genre sorte chose objet objets copain copine copains voisine belle-mère beau-père grand-mère grand-père mamie papi maman papa tante oncle cousin cousine neveu nièce gars mec dame adorer adore aimer aime aimons goûter goûté détester penser croire sembler semble venir vient viens venons venez venait revenir reviendrait aller allait allons voudrions voulions voulait pourrait pourraient auriez aurait aura serait seront étais étions fallait falloir devrait devrais tomber tombé marcher parler parlé demander demandé raconter expliquer répondre retrouver retrouvé chercher cherche regarder sentir signer bouger tenter finalement malheureusement heureusement ailleurs partout nulle part devant derrière dessus dessous loin près deuxième troisième second seconde admis admise
    signifie signifier signification devenir devient passer passent rendre rends sortir partir entrer pouvoir revenir reprendre compter dépenser entier entière court demi moitié ensemble bout côté tôt tard prêt jeune vite environ régulièrement plutôt sinon surtout autour dehors assez aucune besoin utiliser utilise prendre prend prends pris venir vient viens tenir garder mettre mis essayer essayé marcher fonctionner
    décider décidé changer apporter recevoir reçu reçois acheter acheté achète achat commander commandé commande article articles
    produit produits chose société entreprise boutique magasin site ligne internet
    client clients cliente personne personnes gens utilisateur utilisateurs famille ami amie amis mari femme mère père fils fille
    enfant enfants frère soeur sœur voisin collègue collègues chef aujourd'hui demain hier semaine mois jour
    récemment actuellement maintenant avant après dernier dernière prochain prochaine premier première moment
    directement facilement complètement normalement généralement habituellement immédiatement
    jamais cependant parce pendant sans cas problème problèmes souci malheureusement nouveau nouvelle vieux grand petit
    bon mauvais différent même propre spécial certain certaine autorisé permis autoriser offrir offrez proposez proposer accepter
    acceptez fournir inclure inclus compris disponible appliquer attendre attends requis nécessaire obligatoire commencer arrêter
    fin finir passer passe total maximum minimum montant nombre type sorte genre option options détail détails règle règles
    vivre habite habiter rester aller parti rentrer maison endroit lieu prévoir prévu penser lire lu vu entendu dit écrit
    appeler contacter écrire montrer aimer espérer existe trouver trouve arriver arrive perdre besoin compte tard tôt`,
  de: `zwei drei vier fünf sechs sieben acht neun zehn zwölf zwanzig jemand niemand irgendwo irgendwann irgendwer nirgends irgendwas sowas sowieso wahrscheinlich vermutlich offenbar angeblich ehrlich ungefähr circa etwa ziemlich total voll mega super blöd doof dumm nett lieb lieben liebe liebsten ärgerlich traurig froh zufrieden unzufrieden müde ab seit vorbei dorthin hierher hinten vorne drüben überall oben unten neben gegenüber nachts mittags vormittags nachmittags abends morgens neulich vorhin damals bald demnächst inzwischen mittlerweile eben fertig gehabt gewesen geworden wollte wollten sollte hätte hätten wäre wären würde würden könnte könnten dürfte müsste kriegen gekriegt schaffen fahren fahre fährt gefahren laufen gelaufen gehen ging sitzen liegen liegt gelegen stehen reden geredet sprechen gesprochen fragen gefragt erzählen erzählt meinen meinte gemeint sagen glauben geglaubt merken gemerkt erinnern suchen gesucht finden gefunden verstehe gucken schauen räumen gerissen wohnung stadt dorf straße nachbarin tante onkel oma opa mama papa eltern cousin cousine schwiegermutter enkel baby kumpel typ dame herr normal normale normalen üblich hundert hunderte tausend teils einige mehrere paar verschiedene einzeln einzelne längere längeren kürzere größere kleinere lg gruß grüße mfg liebes
    bedeutet bedeuten bedeutung heißt ganz ganze ganzen ganzes gerade menge halb halbe kurz kurze lang zusammen früh früher bereit jung jungen ungefähr regelmäßig draußen drinnen genug extra weitere weiteren nochmal schnell spontan freue werden geworden kam kamen gekommen stehen steht sitzen holen hole geholt schaffen geschafft setzen verstehen sonst benutzen nutzen verwenden machen nehmen nimmt genommen kommen kommt kam behalten halten legen stellen probieren versuchen
    versucht funktionieren funktioniert arbeiten entscheiden entschieden bringen gebracht bekommen erhalten erhalte
    kaufen gekauft kaufe bestellen bestellt bestellung bestelle artikel produkt produkte ware waren ding sache sachen firma unternehmen
    laden shop geschäft online website seite internet kunde kunden kundin person personen leute menschen nutzer familie freund
    freundin freunde mann frau mutter vater sohn tochter kind kinder bruder schwester nachbar kollege kollegen chef heute
    gestern woche wochen monat kürzlich neulich derzeit aktuell moment jetzt später vorher nachher letzte letzten letzter nächste
    nächsten erste ersten zeit direkt einfach komplett vollständig normalerweise üblicherweise generell sofort nie niemals
    jedoch weil während ohne fall problem probleme schade neu neue neuen alt groß klein schön gut schlecht falsch
    verschieden gleich eigene eigenen speziell bestimmt bestimmte erlaubt erlauben anbieten bieten bietet angeboten akzeptieren
    akzeptiert annehmen enthalten inklusive verfügbar gilt gelten gelte erwarten nötig notwendig erforderlich pflicht beginnen anfangen
    starten aufhören ende enden passieren passiert insgesamt maximal minimal mindestens höchstens betrag anzahl art sorte
    möglichkeit option optionen detail details regel regeln leben lebe wohne wohnen bleiben gegangen weg haus ort plane planen denken überlege
    gelesen gesehen gehört gesagt geschrieben anrufen kontaktieren schreiben zeigen mögen hoffe brauche brauchen benötige benötigen
    passt passen liegt läuft dauert dauern dauer kriege kriegen wieder funktioniert dabei dafür damit davon lassen`,
  es: `dos tres cuatro cinco seis siete ocho nueve diez doce veinte alguien nadie alguno ninguno cualquiera ahí allí aquí allá afuera dentro cerca lejos delante detrás encima debajo quizá seguramente probablemente supuestamente sinceramente últimamente enseguida luego entonces todavía anoche mediodía medianoche mañana tarde noche noches monton montón montones lío liado liada follón rollo tema bici cosilla chico chica tipo señora señor doctora doctor cuñado cuñada suegra suegro suegros abuela abuelo mamá papá tío tía primo prima sobrino nieto mujer novio novia pareja vecina compañero compañera quedado quedar quedarme poner puesto quitar quitaron quito sacar meter coger cogimos dar di dio dice dicen dijo dijeron hablar hablado contar explicar preguntar pide pidió pedir mande mandar volver vuelta venir vienen vino ir iríamos íbamos vamos voy fui fuimos estar estoy estamos estaba tenía teníamos tuve hice hacerme hacernos haría podría podríamos querría quería creo creía parecer parece gustar encantar odiar molestar sentir tocar toque mirar buscar andar caminar correr vida normal normales feliz contento enfadado preocupado cansado desde atienden faltan faltar
    significa significan significado llevo llevamos pasar pasado quedo quedarse salgo volver vuelvo entero entera corto corta medio juntos pronto listo joven aproximadamente aparte además fuera bastante demasiado resto lado punto mitad vez usar uso utilizar tomar tomo coger venir viene mantener guardar poner puesto intentar intenté intentado funcionar funciona
    decidir decidido cambiar traer recibir recibo recibido comprar comprado compré compra pedir pedido pedí artículo artículos
    producto productos cosa empresa tienda web sitio página línea internet online cliente clientes persona personas gente
    usuario usuarios familia amigo amiga amigos marido mujer madre padre hijo hija niños niño hermano hermana vecino colega
    jefe hoy mañana ayer semana mes recientemente actualmente ahora antes después último última próximo próxima primero
    primera momento directamente fácilmente simplemente completamente normalmente generalmente inmediatamente
    nunca siempre sin embargo porque durante caso problema problemas lamentablemente desgraciadamente nuevo nueva viejo
    grande pequeño bueno malo diferente mismo propio especial cierto permitido permitir ofrecer ofrecen aceptar aceptan
    aceptáis proporcionar incluir incluido disponible aplicar aplica esperar espero requerido necesario obligatorio hace falta empezar
    comenzar parar fin terminar pasar pasa total máximo mínimo cantidad número tipo clase opción opciones detalle detalles
    regla reglas vivir vivo quedar ir ido casa lugar sitio planear pensar leer leído visto oído dicho escrito llamar contactar
    escribir mostrar gustar querer encontrar encuentro llegar llega perder tardar tarda conseguir obtener llevar dejar`,
  it: `usare utilizzare prendere venire tenere mettere provare funziona funzionare decidere cambiare portare ricevere ricevuto
    comprare comprato acquistare acquistato ordinare ordinato ordine articolo articoli prodotto prodotti azienda negozio sito
    online cliente clienti persona persone gente utente utenti famiglia amico marito moglie madre padre figlio bambini oggi
    domani ieri settimana mese recentemente adesso prima dopo ultimo prossimo momento mai sempre senza caso problema nuovo
    vecchio grande piccolo diverso stesso proprio permesso offrire accettare accettate incluso disponibile necessario
    obbligatorio iniziare fermare fine totale massimo minimo numero tipo opzione vivere casa posto trovare arrivare`,
  pt: `usar utilizar tomar vir manter pôr tentar funciona funcionar decidir mudar trazer receber recebi comprar comprei compra
    encomendar encomenda pedido pedir artigo artigos produto produtos coisa empresa loja site online cliente clientes pessoa
    pessoas gente utilizador usuário família amigo marido mulher mãe pai filho filha crianças hoje amanhã ontem semana mês
    recentemente agora antes depois último próximo primeiro momento nunca sempre sem caso problema novo velho grande pequeno
    diferente mesmo próprio permitido oferecer aceitar aceitam incluído disponível necessário obrigatório começar parar fim
    total máximo mínimo número tipo opção viver moro casa lugar encontrar chegar`,
  nl: `gebruiken gebruik nemen komen komt houden leggen proberen werkt werken beslissen veranderen brengen ontvangen kopen gekocht
    bestellen besteld bestelling artikel artikelen product producten ding bedrijf winkel shop website online klant klanten
    persoon mensen gebruiker familie vriend man vrouw moeder vader zoon dochter kinderen vandaag morgen gisteren week maand
    onlangs nu later vooraf laatste volgende eerste moment direct eenvoudig volledig normaal meestal meteen nooit altijd
    zonder geval probleem nieuw oud groot klein anders zelfde eigen toegestaan aanbieden accepteren beschikbaar
    nodig verplicht beginnen stoppen einde totaal maximaal minimaal aantal soort optie wonen woon huis plaats vinden duurt`,
  ar: `استخدام اخذ شراء اشتريت طلب طلبية منتج منتجات شركة متجر موقع عميل عملاء شخص عائلة صديق اليوم غدا امس اسبوع شهر
    الان قبل بعد دائما جديد قديم كبير صغير متاح ضروري`,
};
