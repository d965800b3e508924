import type { Language } from './types';

/**
 * Questions about things that a table or a list names (`named`), and about similar ones that no document answers
 * (`others`).
 */
export interface NamedThings {
  language: Language;
  /** `{}` stands for the thing. */
  questions: readonly string[];
  named: readonly string[];
  others: readonly string[];
}

export const NAMED_THINGS: readonly NamedThings[] = [
  {
    language: 'fr',
    questions: ['quelles sont les heures de {} ?', 'le service {} est ouvert quels jours ?'],
    named: ["l'état civil", "l'urbanisme", 'la police municipale'],
    others: ['la médiathèque', 'la trésorerie', 'la gendarmerie', 'la piscine', 'la crèche'],
  },
  {
    language: 'fr',
    questions: ['combien coûte {} pour un chat ?', 'prix de {} pour un chien'],
    named: ['la castration', 'la stérilisation', 'un détartrage', 'une consultation'],
    others: [
      'une échographie',
      'un toilettage',
      'une prothèse',
      "l'acupuncture",
      'une chimiothérapie',
    ],
  },
  {
    language: 'fr',
    questions: [
      'combien coûte un vaccin pour un {} ?',
      'quel est le tarif de la consultation {} ?',
    ],
    named: ['lapin', 'chien', 'chat'],
    others: ['furet', 'hamster', 'perroquet', 'cochon', 'poney'],
  },
  {
    language: 'fr',
    questions: ['Combien coûte {} ?', 'tarif pour {}'],
    named: ['le réglage des freins', 'le réglage du dérailleur', "le dévoilage d'une roue"],
    others: [
      'le réglage du guidon',
      "la peinture d'un cadre",
      'la pose de garde-boue',
      "le gravage d'un vélo",
    ],
  },
  {
    language: 'fr',
    questions: ['quelle caution pour {} ?', 'la location à la journée de {}, combien ?'],
    named: ['un vélo de ville', 'un VTT', 'un vélo électrique'],
    others: ['un tandem', 'un vélo cargo', 'une remorque', 'un monocycle'],
  },
  {
    language: 'fr',
    questions: ["quel est le prix de l'adhésion {} ?", 'tarif réduit {} à combien ?'],
    named: ['adulte', 'famille'],
    others: ['senior', 'pompier', 'militaire', 'entreprise'],
  },
  {
    language: 'en',
    questions: ['How much is delivery to {}?', 'what do you charge for delivery to {}'],
    named: ['England', 'Wales', 'Northern Ireland'],
    others: ['France', 'Jersey', 'Malta', 'Norway', 'Germany'],
  },
  {
    language: 'en',
    questions: ['How long is the lead time for {}?', 'how many weeks do {} take to make?'],
    named: ['sofas', 'armchairs', 'bed frames', 'dining tables'],
    others: ['bookcases', 'wardrobes', 'footstools', 'desks', 'curtains'],
  },
  {
    language: 'en',
    questions: ['How long is the guarantee on {}?', 'guarantee for {}'],
    named: ['foam cushions', 'springs', 'mattresses', 'wooden frames'],
    others: ['pillows', 'carpets', 'lamps', 'zips', 'castors'],
  },
  {
    language: 'en',
    questions: ['How much is the {} plan per month?', 'how many users does {} include?'],
    named: ['Branch', 'Crown', 'Seed'],
    others: ['Meadow', 'Enterprise', 'Student', 'Premium', 'Team'],
  },
  {
    language: 'en',
    questions: ['How long can I borrow {}?', 'how often can {} be renewed?'],
    named: ['magazines', 'DVDs', 'board games', 'audiobooks'],
    others: ['paintings', 'laptops', 'telescopes', 'records', 'skis'],
  },
  {
    language: 'en',
    questions: ['When is {} open on Saturday?', 'opening hours of {}'],
    named: ['the Millgate branch', 'the Central branch', 'the showroom in Leeds'],
    others: [
      'the Riverside branch',
      'the Oakdale branch',
      'the showroom in Bristol',
      'the showroom in York',
    ],
  },
  {
    language: 'en',
    questions: ['How much is {}?', 'what does {} cost a month'],
    named: ['a flex desk', 'a fixed desk', 'a private office'],
    others: ['a standing desk', 'a storage unit', 'a virtual office', 'a night pass'],
  },
  {
    language: 'en',
    questions: ['How many seats does the {} have?', 'price of the {} per hour for members'],
    named: ['Sloop', 'Dinghy', 'Schooner'],
    others: ['Cutter', 'Catamaran', 'Galleon', 'library'],
  },
  {
    language: 'de',
    questions: ['Was kostet der Versand nach {}?', 'Wie lange dauert die Lieferung nach {}?'],
    named: ['Österreich', 'Belgien', 'Deutschland'],
    others: ['Italien', 'Japan', 'Polen', 'Liechtenstein', 'Dänemark'],
  },
  {
    language: 'de',
    questions: ['Wie lange ist die Garantie auf {}?', 'Garantie für {}'],
    named: ['Mühlen', 'Waagen', 'Wasserkocher'],
    others: ['Tassen', 'Filter', 'Milchaufschäumer', 'Teekannen', 'Thermoskannen'],
  },
  {
    language: 'de',
    questions: ['Was kostet der Kurs {}?', 'Wann ist der Kurs {}?'],
    named: ['Latte Art', 'Rösten', 'Espresso-Grundlagen'],
    others: ['Tee-Zeremonie', 'Kuchenbacken', 'Schokolade', 'Cocktails'],
  },
  {
    language: 'de',
    questions: ['Wann ist {} geöffnet?', 'Öffnungszeiten {} am Samstag'],
    named: ['das Hallenbad', 'die Sauna', 'das Freibad'],
    others: ['der Kiosk', 'das Fitnessstudio', 'die Bibliothek', 'das Solarium'],
  },
  {
    language: 'de',
    questions: ['Was kostet {}?', 'wie teuer ist {}'],
    named: ['das Seepferdchen', 'die Aquagymnastik', 'der Kraulkurs', 'die Wassergewöhnung'],
    others: ['der Tauchkurs', 'das Aquacycling', 'der Rettungsschwimmer', 'Wasserball'],
  },
  {
    language: 'de',
    questions: ['Zahlt die Kasse die Impfung gegen {}?', 'Was kostet die {}-Impfung?'],
    named: ['Grippe', 'Tetanus', 'Gürtelrose'],
    others: ['Malaria', 'Cholera', 'Tollwut', 'Typhus', 'Masern'],
  },
  {
    language: 'de',
    questions: ['Was kostet {} im Monat?', 'Gebühr für {}'],
    named: ['die Früherziehung', 'der Musikgarten', 'das Orchester'],
    others: ['der Ballettunterricht', 'das Musical', 'der Theaterkurs', 'Tonsatz'],
  },
  {
    language: 'es',
    questions: ['¿Cuánto cuesta la tarifa {}?', '¿Cuántos datos tiene {}?'],
    named: ['Brisa', 'Viento', 'Galerna', 'Infantil'],
    others: ['Tormenta', 'Senior', 'Empresas', 'Huracán'],
  },
  {
    language: 'es',
    questions: ['¿Cuánto cuesta el envío a {}?', 'plazo de envío a {}'],
    named: ['Baleares', 'Portugal', 'la península'],
    others: ['Francia', 'Andorra', 'Italia', 'Gibraltar', 'Marruecos'],
  },
  {
    language: 'es',
    questions: ['¿Cuánto cuesta el taller de {}?', '¿Qué día es el taller de {}?'],
    named: ['poda de olivos', 'injertos', 'huerto en macetas'],
    others: ['bonsáis', 'compostaje', 'apicultura', 'acuarelas', 'cerámica'],
  },
  {
    language: 'es',
    questions: ['¿Qué garantía tienen {}?', 'garantía de {}'],
    named: ['los árboles frutales', 'las plantas de interior', 'los arbustos'],
    others: ['las mangueras', 'los tractores', 'las sombrillas', 'los muebles de jardín'],
  },
  {
    language: 'es',
    questions: ['¿Cuánto cuesta la habitación {}?', 'precio por noche de la habitación {}'],
    named: ['familiar', 'doble interior', 'doble con terraza'],
    others: ['triple', 'individual', 'con jacuzzi', 'presidencial'],
  },
  {
    language: 'es',
    questions: ['¿Cuánto cuesta el examen de {}?', '¿Cuándo es el examen de {}?'],
    named: ['inglés B2', 'inglés C1', 'alemán B1'],
    others: ['francés B2', 'ruso', 'inglés A2', 'japonés', 'portugués'],
  },
  {
    language: 'es',
    questions: [
      '¿Cuánto cuesta al mes el curso {}?',
      '¿Cuántas horas por semana tiene el curso {}?',
    ],
    named: ['intensivo', 'juvenil', 'infantil'],
    others: ['de verano', 'de traducción', 'para empresas', 'de cocina'],
  },
];
