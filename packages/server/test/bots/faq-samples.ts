import type { BotBody } from '../../src/tenants/wire';

/** A visitor's message and the entry that answers it; null where none does. */
export type Asked = readonly [text: string, entry: string | null];

type Faq = NonNullable<BotBody['faq']>;

/** A realistic shop FAQ: two languages, and two or three ways to ask each question. */
const SHOP_FAQ: Faq = [
  {
    questions: [
      'Quels sont vos délais de livraison ?',
      'Quand vais-je recevoir ma commande ?',
      'How long does delivery take?',
      'When will my order arrive?',
    ],
    answer:
      'delivery-time: Nous livrons en 2 à 4 jours ouvrés. / Delivery takes 2 to 4 working days.',
  },
  {
    questions: [
      'Quels sont les frais de livraison ?',
      'La livraison est-elle gratuite ?',
      'How much is shipping?',
      'Is delivery free?',
    ],
    answer:
      'delivery-cost: La livraison coûte 4,90 €, gratuite dès 50 €. / Shipping costs €4.90, free from €50.',
  },
  {
    questions: [
      'Comment retourner un article ?',
      'Puis-je renvoyer un produit qui ne me convient pas ?',
      'How do I return an item?',
      'What is your return policy?',
    ],
    answer:
      'returns: Vous avez 30 jours pour renvoyer un article. / You have 30 days to send an item back.',
  },
  {
    questions: [
      'Quand serai-je remboursé ?',
      'Sous combien de temps est effectué le remboursement ?',
      'When will I get my refund?',
    ],
    answer: 'refund: Le remboursement arrive sous 14 jours. / Refunds arrive within 14 days.',
  },
  {
    questions: [
      'Quels moyens de paiement acceptez-vous ?',
      'Puis-je payer par carte bancaire ou PayPal ?',
      'Which payment methods do you accept?',
      'Can I pay by card or PayPal?',
    ],
    answer: 'payment: Carte bancaire, PayPal et virement. / Card, PayPal and bank transfer.',
  },
  {
    questions: [
      "Quels sont vos horaires d'ouverture ?",
      'À quelle heure ouvre le magasin ?',
      'What are your opening hours?',
      'When is the store open?',
    ],
    answer: 'hours: Du lundi au samedi de 10 h à 19 h. / Monday to Saturday, 10 am to 7 pm.',
  },
  {
    questions: [
      'Comment suivre mon colis ?',
      'Où est ma commande ?',
      'How can I track my parcel?',
      'Where is my order?',
    ],
    answer:
      'tracking: Le lien de suivi est dans votre e-mail d’expédition. / The tracking link is in your shipping e-mail.',
  },
  {
    questions: [
      "J'ai oublié mon mot de passe",
      'Comment réinitialiser mon mot de passe ?',
      'I forgot my password',
      'How do I reset my password?',
    ],
    answer: 'password: Cliquez sur « Mot de passe oublié ». / Click “Forgot password”.',
  },
  {
    questions: [
      'Comment utiliser un code promo ?',
      'Mon code promo ne marche pas, que faire ?',
      'How do I use a discount code?',
      'Where do I enter my promo code?',
    ],
    answer: 'promo: Saisissez le code dans le panier. / Enter the code in the basket.',
  },
];

const SHOP_QUESTIONS: Asked[] = [
  ['Bonjour, quels sont les délais de livraison svp ?', 'delivery-time'],
  ['cest quoi le delai de livraison', 'delivery-time'],
  ['Dans combien de temps vais-je recevoir ma commande ?', 'delivery-time'],
  ['quand est ce que je recois ma commande', 'delivery-time'],
  ['How long will delivery take?', 'delivery-time'],
  ['Hi, when does my order arrive please?', 'delivery-time'],
  ['delivery time?', 'delivery-time'],
  ['La livraison est gratuite ?', 'delivery-cost'],
  ['Combien coûtent les frais de livraison ?', 'delivery-cost'],
  ['frais de livraisson', 'delivery-cost'],
  ['do you offer free delivery?', 'delivery-cost'],
  ['how much does shipping cost', 'delivery-cost'],
  ['Je voudrais retourner un article, comment faire ?', 'returns'],
  ['puis je renvoyer un produit', 'returns'],
  ['Can I return an item I bought?', 'returns'],
  ["what's your returns policy", 'returns'],
  ['Comment se passe le retour d’un article ?', 'returns'],
  ['Quand est-ce que je serai remboursée ?', 'refund'],
  ['remboursement', 'refund'],
  ["I haven't received my refund yet", 'refund'],
  ['Vous acceptez quels moyens de paiement ?', 'payment'],
  ['Est-ce que je peux payer avec PayPal ?', 'payment'],
  ['can i pay with paypal', 'payment'],
  ['what payment methods are accepted', 'payment'],
  ['Vos horaires d’ouverture ?', 'hours'],
  ['à quelle heure ouvrez-vous le magasin', 'hours'],
  ['what time does the store open?', 'hours'],
  ['opening hours', 'hours'],
  ['Comment puis-je suivre mon colis ?', 'tracking'],
  ['ou est ma comande', 'tracking'],
  ['Where is my order???', 'tracking'],
  ['track my parcel', 'tracking'],
  ['mot de passe oublié', 'password'],
  ["I've forgotten my password", 'password'],
  ['je veux réinitialiser mon mot de passe', 'password'],
  ['how to reset password', 'password'],
  ['Mon code promo ne fonctionne pas', 'promo'],
  ['Where can I enter a promo code?', 'promo'],
  ['comment on utilise les codes promos', 'promo'],
  ['how do I use my discount code', 'promo'],

  ['Vendez-vous des vélos électriques ?', null],
  ['Quelle est la capitale de la France ?', null],
  ['Ma télé est arrivée cassée', null],
  ['Do you sell gift cards?', null],
  ['What is the meaning of life?', null],
  ['Je voudrais changer mon adresse e-mail', null],
  ['Recrutez-vous des stagiaires cet été ?', null],
  ['Can you recommend a tent for winter camping?', null],
  ['La couleur de la lampe est-elle plus claire que sur la photo ?', null],
  ['Is this jacket waterproof?', null],
  ['Comment entretenir un parquet en chêne ?', null],
  ['My washing machine makes a strange noise', null],
  ['Avez-vous cette robe en taille 42 ?', null],
  ['Bonjour', null],
  ['ok merci beaucoup', null],
  ['I want to cancel my subscription', null],
  ['Proposez-vous une garantie sur les réparations ?', null],
  ['Where are your products made?', null],
  ['Puis-je payer en trois fois sans frais ?', null],
  ['Livrez-vous au Japon ?', null],
  ['Can I change the delivery address of my order?', null],
  ['asdfgh', null],
  ['???', null],
];

/** Written after the bot was tuned on the shop, to see what it makes of another trade. */
const CLINIC_FAQ: Faq = [
  {
    questions: ['Comment prendre rendez-vous ?', 'How do I book an appointment?'],
    answer: 'book: Sur notre site, rubrique Rendez-vous. / Online, under Appointments.',
  },
  {
    questions: [
      'Comment annuler ou déplacer mon rendez-vous ?',
      'How can I cancel or reschedule my appointment?',
    ],
    answer:
      'cancel: Jusqu’à 24 h avant, depuis l’e-mail de confirmation. / Until 24 hours before, from the confirmation e-mail.',
  },
  {
    questions: ['Où êtes-vous situés ?', 'Quelle est votre adresse ?', 'Where are you located?'],
    answer: 'where: 12 rue des Lilas, Lyon.',
  },
  {
    questions: ['Y a-t-il un parking ?', 'Is there parking nearby?'],
    answer: 'parking: Parking gratuit derrière le bâtiment. / Free parking behind the building.',
  },
  {
    questions: ['Quels sont vos tarifs ?', 'What are your prices?'],
    answer: 'price: La consultation est à 50 €. / A consultation costs €50.',
  },
  {
    questions: [
      'La mutuelle rembourse-t-elle la consultation ?',
      'Does my insurance cover the visit?',
    ],
    answer: 'insurance: Cela dépend de votre contrat. / It depends on your policy.',
  },
  {
    questions: ['Proposez-vous des téléconsultations ?', 'Do you offer video consultations?'],
    answer: 'video: Oui, le mardi et le jeudi. / Yes, on Tuesdays and Thursdays.',
  },
  {
    questions: ['Quels documents dois-je apporter ?', 'What documents should I bring?'],
    answer: 'docs: Votre carte Vitale et une ordonnance. / Your health card and a prescription.',
  },
];
const CLINIC_QUESTIONS: Asked[] = [
  ['je voudrais prendre un rendez vous', 'book'],
  ['how to book an appointment', 'book'],
  ['I want to make an appointment', 'book'],
  ['rendez-vous svp', 'book'],
  ['comment annuler un rdv', 'cancel'],
  ['je dois annuler mon rendez-vous de demain', 'cancel'],
  ['can I reschedule?', 'cancel'],
  ['cancel appointment', 'cancel'],
  ["c'est quoi votre adresse", 'where'],
  ['where are you located exactly?', 'where'],
  ['où se trouve le cabinet', null],
  ['adresse ?', 'where'],
  ["est-ce qu'il y a un parking", 'parking'],
  ['can I park nearby', 'parking'],
  ['parking', 'parking'],
  ['vos tarifs svp', 'price'],
  ['what are the prices?', 'price'],
  ['combien coûte une consultation', 'price'],
  ['la consultation est-elle remboursée par la mutuelle ?', 'insurance'],
  ['does insurance cover it', 'insurance'],
  ['faites-vous des téléconsultations', 'video'],
  ['do you do video consultation', 'video'],
  ['quels documents apporter', 'docs'],
  ['which documents do I need to bring', 'docs'],
  ['Avez-vous un dentiste ?', null],
  ['My dog is sick', null],
  ['le médecin parle-t-il anglais', null],
  ['Do you have wifi?', null],
  ['puis-je venir avec mon enfant', null],
  ['I lost my umbrella in the waiting room', null],
  ['résultats de ma prise de sang', null],
  ['do you employ nurses', null],
  ['comment changer mon adresse e-mail', null],
  ['vaccin contre la grippe', null],
  ['is the building wheelchair accessible', null],
  ['merci et bonne journée', null],
  ['combien de temps dure une séance', null],
];

export const SAMPLES = [
  { name: 'a shop', faq: SHOP_FAQ, questions: SHOP_QUESTIONS, minRecall: 0.95 },
  { name: 'a clinic', faq: CLINIC_FAQ, questions: CLINIC_QUESTIONS, minRecall: 0.8 },
];
