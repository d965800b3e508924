import type { Passage } from '../types';

const passage = (id: string, text: string): Passage => ({ id: `fr-${id}`, language: 'fr', text });

export const FRENCH_PASSAGES: readonly Passage[] = [
  passage(
    'delivery',
    "La livraison standard coûte 4,90 € et prend 3 à 5 jours ouvrés. Elle est offerte à partir de 60 € d'achat. La livraison express coûte 12,50 € et arrive en 24 heures si vous commandez avant 14 h 30. Pour la Suisse, comptez CHF 18.00. Le suivi du colis est sur https://suivi.atelier-lumen.fr/colis.",
  ),
  passage(
    'returns',
    "Vous avez trente jours après la réception pour renvoyer un article. Nous vous remboursons sous 14 jours par le même moyen de paiement. Des frais de 5,5 % sont retenus si l'emballage manque. 1re étape : écrivez à retours@atelier-lumen.fr. 2e étape : imprimez l'étiquette. 3e étape : déposez le colis dans un point relais.",
  ),
  passage(
    'lamp',
    'La lampe Orion (référence AL-4711-B) coûte 1\u202f250 €. Elle pèse 2 kg, mesure 45 cm et consomme 12 W. Elle éclaire une pièce de 25 m². La garantie dure deux ans. Il est possible de payer en quatre fois sans frais.',
  ),
  passage(
    'ice-cream',
    'Nos glaces se conservent à -18 °C. Un bac contient 1,5 l et pèse 900 g. Une fois ouvert, consommez-le sous quinze jours. Le bac coûte 7,80 € ; le lot de 6 bacs coûte 42 €. Chaque portion de 60 g apporte 120 kcal.',
  ),
  passage(
    'plans',
    "L'offre Pro coûte 20 € par mois et par utilisateur, ou 199 € par an. Elle comprend 10 Go de stockage et un débit de 50 Mbit/s. Une équipe peut compter jusqu'à 1 000 utilisateurs. L'essai gratuit dure 15 jours. La TVA de 20 % s'ajoute au prix. Les tarifs sont sur https://nuage.example/tarifs.",
  ),
  passage(
    'release',
    "La version 3.2.1 est sortie le 12 mars 2027. Elle demande 8 Go de mémoire et 2,5 Go d'espace disque. La version 2.8 n'est plus maintenue à partir du 31 décembre 2027. Téléchargez-la sur https://nuage.example/telecharger. L'interface accepte 600 requêtes par minute.",
  ),
  passage(
    'support',
    "Notre assistance répond au +33 1 23 45 67 89 du lundi au vendredi, de 9 h 30 à 18 h. L'appel coûte 0,15 € par minute. Par e-mail, écrivez à aide@nuage.example : nous répondons sous 48 heures. L'état du service est affiché sur etat.nuage.example. L'intervention sur place coûte 95 € par heure.",
  ),
  passage(
    'town-hall',
    'La mairie de Valbrune se trouve au 14 rue des Tilleuls, 69003 Lyon. Elle est ouverte de 8 h 15 à 17 h, et le samedi de 9 h à 12 h. Téléphone : 04 72 10 31 32. Les rendez-vous se prennent sur https://www.mairie-valbrune.fr/rendez-vous. La mairie sera fermée le 24/12/2026.',
  ),
  passage(
    'passport',
    "Le passeport coûte 86 € pour un adulte, 42 € pour un mineur de 15 à 17 ans et 17 € pour un enfant. Le délai est de six semaines. Le passeport d'un adulte est valable dix ans. Apportez deux photos et un justificatif de moins de 3 mois. Le formulaire est le Cerfa 12100.",
  ),
  passage(
    'parking',
    "Les 30 premières minutes sont gratuites, puis le stationnement coûte 2 € par heure. L'abonnement des résidents coûte 180 € par an, à régler avant le 30 juin 2027 sur le compte FR76 3000 6000 0112 3456 7890 189. L'amende pour défaut de paiement est de 35 €. Le parking compte 240 places et ferme à 23 h.",
  ),
];
