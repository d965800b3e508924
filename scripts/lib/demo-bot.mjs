/** The FAQ of the demo shop's bot, with invented prices and times. */
export const DEMO_BOT = {
  kind: 'builtin',
  greeting: 'Bonjour ! Posez-moi votre question sur la livraison, les retours ou le paiement.',
  faq: [
    {
      locale: 'fr',
      questions: [
        'Quels sont vos délais de livraison ?',
        'Quand vais-je recevoir ma commande ?',
        'Combien de temps prend la livraison ?',
      ],
      answer:
        'Nous livrons en 2 à 3 jours ouvrés en France, et en 4 à 6 jours dans le reste de l’Europe.',
    },
    {
      locale: 'en',
      questions: [
        'What are your delivery times?',
        'When will I receive my order?',
        'How long does shipping take?',
      ],
      answer:
        'We deliver in 2 to 3 working days within France, and in 4 to 6 days in the rest of Europe.',
    },
    {
      locale: 'fr',
      questions: [
        'Comment retourner un article ?',
        'Puis-je renvoyer ma commande ?',
        'Retour et remboursement',
      ],
      answer:
        'Vous avez 30 jours pour retourner un article. Le retour est gratuit et le remboursement se fait sous 5 jours.',
    },
    {
      locale: 'en',
      questions: ['How do I return an item?', 'Can I send my order back?', 'Returns and refunds'],
      answer:
        'You have 30 days to return an item. Returns are free and the refund is made within 5 days.',
    },
    {
      locale: 'fr',
      questions: [
        'Quels moyens de paiement acceptez-vous ?',
        'Puis-je payer par carte bancaire ?',
        'Payer avec PayPal',
      ],
      answer: 'Nous acceptons la carte bancaire, PayPal et le virement.',
    },
    {
      locale: 'en',
      questions: [
        'Which payment methods do you accept?',
        'Can I pay by credit card?',
        'Pay with PayPal',
      ],
      answer: 'We accept credit cards, PayPal and bank transfers.',
    },
    {
      locale: 'fr',
      questions: [
        'Quels sont vos horaires d’ouverture ?',
        'À quelle heure ouvre la boutique ?',
        'Êtes-vous ouverts le samedi ?',
      ],
      answer: 'La boutique est ouverte du lundi au samedi, de 9 h à 18 h.',
    },
    {
      locale: 'en',
      questions: [
        'What are your opening hours?',
        'When does the shop open?',
        'Are you open on Saturdays?',
      ],
      answer: 'The shop is open from Monday to Saturday, 9 am to 6 pm.',
    },
    {
      locale: 'fr',
      questions: [
        'Combien coûtent les frais de port ?',
        'La livraison est-elle gratuite ?',
        'Prix de la livraison',
      ],
      answer: 'La livraison coûte 4,90 €. Elle est offerte dès 50 € d’achat.',
    },
    {
      locale: 'en',
      questions: ['How much is shipping?', 'Is delivery free?', 'Price of delivery'],
      answer: 'Delivery costs €4.90, and it is free from €50.',
    },
    {
      locale: 'fr',
      questions: [
        'Comment entretenir un bol en céramique ?',
        'Les bols passent-ils au lave-vaisselle ?',
      ],
      answer: 'Nos céramiques passent au lave-vaisselle et au micro-ondes.',
    },
    {
      locale: 'en',
      questions: ['How do I care for a ceramic bowl?', 'Are the bowls dishwasher safe?'],
      answer: 'Our ceramics are safe in the dishwasher and in the microwave.',
    },
  ],
};
