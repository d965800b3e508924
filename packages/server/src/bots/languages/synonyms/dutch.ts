/** Each line: words for one subject. `a_b` stands for the phrase "a b". */
export const DUTCH = `
verzending levering leveren bezorging bezorgen verzenden versturen sturen verzendkosten pakket
terugbetaling terugbetalen geld_terug
retour terugsturen retourneren teruggeven terug
herroeping herroepen
prijs kosten kost tarief betalen duur
gratis kosteloos
korting code actie bon
betaling betalen betaalmethode kaart overschrijving
openingstijden open geopend gesloten sluiten
opzeggen opzegging annuleren annulering beëindigen
abonnement contract lidmaatschap
factuur rekening bon
wachtwoord inloggen
account profiel
registreren aanmelden inschrijven
contact bereiken telefoon bellen schrijven email
kapot beschadigd defect
reparatie repareren
garantie
ruilen omruilen vervangen vervanging
volgen track
vertraging laat
afspraak boeken reserveren reservering
document formulier bewijs
verwijderen wissen
ophalen afhalen
`;
