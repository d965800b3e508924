import type { Passage } from '../types';

const passage = (id: string, text: string): Passage => ({ id: `de-${id}`, language: 'de', text });

export const GERMAN_PASSAGES: readonly Passage[] = [
  passage(
    'delivery',
    'Der Standardversand kostet 4,95 € und dauert 2 bis 4 Werktage. Ab 50 € Bestellwert ist er kostenlos. Der Expressversand kostet 11,90 € und dauert 24 Stunden, wenn Sie vor 15 Uhr bestellen. Der Versand nach Österreich kostet 9,50 EUR. Verfolgen Sie Ihr Paket auf https://paket.holzwerk-linde.de/status.',
  ),
  passage(
    'returns',
    'Sie können jeden Artikel innerhalb von dreißig Tagen zurückgeben. Die Erstattung erfolgt binnen 14 Tagen auf demselben Zahlungsweg. Fehlt die Verpackung, behalten wir 7,5 % ein. 1. Schritt: Schreiben Sie an retouren@holzwerk-linde.de. 2. Schritt: Drucken Sie das Etikett aus. 3. Schritt: Geben Sie das Paket bei der Post ab.',
  ),
  passage(
    'table',
    'Der Tisch Linde (Artikelnummer HL-5520) kostet 1.250 €. Er wiegt 38 kg, ist 180 cm lang und trägt bis zu 150 kg. Auf das Holz geben wir fünf Jahre Garantie. Die Zahlung in zwölf Raten ist möglich.',
  ),
  passage(
    'fish',
    'Lagern Sie unseren Fisch bei -20 °C. Eine Packung wiegt 750 g und reicht für 3 Personen. Nach dem Auftauen ist er innerhalb von zwei Tagen zu essen. Eine Packung kostet 8,60 €; der Karton mit 6 Packungen kostet 48 €. Der Ofen wird auf 200 °C vorgeheizt.',
  ),
  passage(
    'plans',
    'Der Tarif Pro kostet 20 € pro Nutzer und Monat oder 190 € pro Jahr. Er enthält 10 GB Speicher und eine Bandbreite von 50 Mbit/s. Ein Team kann bis zu 1.000 Nutzer haben. Der kostenlose Test dauert 30 Tage. Dazu kommen 19 % Mehrwertsteuer. Die Preise stehen auf https://wolkenwerk.example/preise.',
  ),
  passage(
    'release',
    'Version 5.0.3 ist am 1. Juni 2027 erschienen. Sie braucht 8 GB Arbeitsspeicher und 2,5 GB Festplatte. Version 4.7 wird bis zum 31. Dezember 2027 gepflegt. Laden Sie sie von https://wolkenwerk.example/laden herunter. Die Schnittstelle nimmt 600 Anfragen pro Minute an.',
  ),
  passage(
    'support',
    'Sie erreichen uns unter +49 30 1234567, montags bis freitags von 9:30 Uhr bis 18 Uhr. Schreiben Sie an hilfe@wolkenwerk.example; wir antworten innerhalb von 48 Stunden. Die Hotline 0800 123 456 ist gebührenfrei. Ein Einsatz vor Ort kostet 95 € pro Stunde. Den Zustand zeigt status.wolkenwerk.example.',
  ),
  passage(
    'town-hall',
    'Das Bürgeramt liegt in der Lindenstraße 14, 10969 Berlin. Es ist von 8:15 Uhr bis 16 Uhr geöffnet, am Donnerstag bis 19 Uhr. Termine gibt es auf https://termine.stadt-auenfeld.de/buergeramt. Am 24.12.2026 ist das Amt geschlossen. Zimmer 207 ist im zweiten Stock.',
  ),
  passage(
    'passport',
    'Der Reisepass kostet 70 € ab 24 Jahren, darunter 37,50 €. Im Expressverfahren kommen 32 € hinzu. Die Bearbeitung dauert sechs Wochen. Der Pass ist zehn Jahre gültig. Bringen Sie ein Foto mit, das höchstens 12 Monate alt ist. Fragen beantwortet pass@stadt-auenfeld.de.',
  ),
  passage(
    'parking',
    'Die ersten 20 Minuten sind frei, danach kostet das Parken 2,50 € pro Stunde. Der Bewohnerausweis kostet 120 € pro Jahr und ist bis zum 30. April 2027 auf das Konto DE89 3704 0044 0532 0130 00 zu zahlen. Das Parkhaus hat 280 Plätze und schließt um 23 Uhr. Die Einfahrt ist 2,1 m hoch.',
  ),
];
