/** Each line: words for one subject. `a_b` stands for the phrase "a b". */
export const GERMAN = `
versand lieferung liefern geliefert zustellung versenden verschicken schicken senden sendung porto zusenden zugestellt
paket päckchen sendung
rückerstattung erstattung erstatten erstattet geld_zurück rückzahlung zurückzahlen zurückerstatten geld
rückgabe rücksendung zurückgeben zurückschicken zurücksenden retoure zurück retournieren umtausch
widerruf widerrufen widerrufsrecht
preis kosten kostet gebühr gebühren teuer preise tarif beitrag eintritt
kostenlos gratis umsonst kostenfrei gebührenfrei frei unentgeltlich
rabatt ermäßigung gutschein nachlass code aktion ermäßigt vergünstigung
zahlung bezahlen zahlen zahlungsart zahlungsmöglichkeit zahlungsmittel karte kreditkarte paypal überweisung rechnung
öffnungszeiten geöffnet öffnen offen auf schließen geschlossen zu uhrzeit
kündigen kündigung beenden stornieren storno stornierung abbestellen kündigungsfrist
stornieren widerrufen absagen
abo abonnement vertrag tarif mitgliedschaft
rechnung beleg quittung
passwort kennwort zugangsdaten
anmelden login einloggen anmeldung
konto account profil benutzerkonto kundenkonto
registrieren anmelden anmeldung anlegen eröffnen antrag beantragen
kontakt kontaktieren erreichen telefon anrufen schreiben mail email
telefon anrufen telefonnummer rufnummer telefonisch
adresse anschrift standort
kaputt beschädigt defekt mangelhaft schaden zerbrochen mangel
garantie gewährleistung
umtausch umtauschen tauschen austauschen ersatz ersetzen
ersatzteil ersatz
verloren verlieren verlust gestohlen
sendungsverfolgung verfolgen nachverfolgen tracking
verspätung verspätet verzögerung spät
dauer lieferzeit lieferdauer bearbeitungszeit lange
frist termin ablauf ablaufen
termin vereinbaren buchen buchung reservieren reservierung
mitbringen benötigt unterlagen dokument nachweis papiere
dokument formular bescheinigung unterlagen
ausweis personalausweis pass reisepass
strafe bußgeld mahngebühr säumnis verwarnung
verlängern verlängerung erneuern
ausleihen leihen ausleihe entleihen
löschen löschung entfernen
herunterladen download export exportieren
import importieren
daten datenschutz dsgvo
sicherung backup wiederherstellen
installieren installation einrichten
aktualisieren update version
testen testphase probe probezeit
mieten miete verleih leihen ausleihen leihgebühr leihgerät vermieten
ändern änderung korrigieren bearbeiten
pausieren pause ruhen unterbrechen
gepäck koffer
reparatur instandsetzung reparieren instandsetzen
fehler falsch vertan irrtum
erwachsene erwachsener
team mitglieder benutzer nutzer
einladen hinzufügen
kind kinder minderjährige
tier hund haustier
behindert rollstuhl barrierefrei barrierefreiheit schwerbehindert
parken parkplatz parkhaus auto parkausweis
land ausland international
größe maß abmessung
waschen reinigen pflege
lager verfügbar lieferbar vorrätig
beschwerde reklamation reklamieren
abholung abholen selbstabholung
mindestbestellwert mindestens mindest
maximal höchstens limit
sprache
hilfe support kundendienst kundenservice service
umzug umziehen ummelden ummeldung
heirat heiraten eheschließung hochzeit
geburt geboren
müll abfall sperrmüll
tonne behälter
vergessen zurücksetzen
wochenende samstag sonntag sonnabend
werktag arbeitstag
rathaus amt bürgeramt bürgerbüro
fahrrad rad velo
auto wagen fahrzeug pkw
arzt doktor hausarzt praxis
rezept medikament arznei
impfung impfen impfstoff
krank krankheit erkrankt krankschreiben krankmeldung krankschreibung
krankmeldung krankenschein bescheinigung arbeitsunfähigkeit
blutabnahme blutentnahme blut labor
lehrer lehrerin lehrkraft dozent trainer
unterricht stunde kurs lektion
prüfung test examen
schüler schülerin lernende
anfänger einsteiger neuling
nachweis bescheinigung attest
zimmer unterkunft
frühstück essen mahlzeit
ankunft anreise check-in
abreise checkout
schwimmbad bad hallenbad freibad schwimmen
handtuch bettwäsche
wlan internet
kaution pfand anzahlung
raten ratenzahlung teilzahlung monatlich
versicherung versichert
genehmigung erlaubnis
regel hausordnung vorschrift
einwohner bewohner bürger
steuer mehrwertsteuer zoll
führerschein
drucken drucker kopie kopieren
computer rechner
schlüssel zugang karte
post brief
möbel sofa
montage aufbau aufbauen
treppe aufzug fahrstuhl
gebraucht alt
akku batterie ladegerät
instrument geige violine leihinstrument
ausfall ausfallen ausgefallen entfallen fällt_aus nachholen
absagen abmelden absage abmeldung
abmelden kündigen austreten
rückwirkend nachträglich rückdatiert
neu aufnahme aufnehmen neupatient
patient patienten
überweisung facharzt
hausbesuch besuch
befund ergebnis
sprechstunde sprechzeit öffnungszeit
kaffee bohnen röstung
mühle mahlen gemahlen mahlgrad
maschine kaffeemaschine espressomaschine gerät
leihgerät ersatzgerät
entkalken reinigen reinigung
haltbar haltbarkeit halten lagern lagerung
geöffnet angebrochen offen
ungeöffnet verschlossen
menge anzahl
jugendliche teenager
säugling baby kleinkind
familie familienkarte
begleitperson begleitung
saison saisonkarte sommer
jahreskarte jahr
zehnerkarte mehrfachkarte
einzelkarte tageskarte
eintritt eintrittspreis
übertragbar weitergeben verleihen
gültig gültigkeit ablaufen verfallen
becken schwimmbecken pool
wassertemperatur warm temperatur
tief tiefe
sauna
umkleide spind schließfach
nass regen wetter gewitter
bank iban konto lastschrift
mahnung erinnerung
jährlich jahr
monatlich monat
morgens früh vormittag
abends abend
feiertag ferien schulferien urlaub
foto bild lichtbild
unterschrift unterschreiben
kopie duplikat
abholen mitnehmen
ansprechpartner kontakt
probestunde schnupperstunde probieren schnuppern
wechseln wechsel
geschwister geschwisterrabatt
orchester ensemble chor
konzert aufführung auftritt
erreichen erreichbar
gelten gültig
bezahlen bezahlt
geschenkkarte gutschein geschenkgutschein
größentabelle größe
farbe farbton
ausverkauft vergriffen verfügbar lieferbar
newsletter abbestellen abmelden
sendungsnummer sendungsverfolgung
express eilig schnell expressversand
packstation abholstation paketshop
speicherplatz speicher
nutzer benutzer lizenz arbeitsplatz
zwei_faktor authentifizierung sicherheit
app handy smartphone mobil
browser chrome firefox
datei anhang
benachrichtigung hinweis
geburtsurkunde geburt
sterbeurkunde sterbefall tod
wohnsitz anmelden ummelden anmeldung meldebescheinigung
fahrzeug auto kfz zulassung
sperrmüll abholung
bearbeitungszeit bearbeitungsdauer dauer
passbild lichtbild foto
vor_ort persönlich schalter
online internet
vorab vorher voraus
server gehostet rechenzentrum speicherort
datensicherung backup sicherung
hundesteuer hund
rückporto rücksendekosten
nacherfüllung reparatur gewährleistung
loch riss gerissen
hinkriegen reparieren reparatur flicken ausbessern
verschwitzt vergessen verpasst verspätet säumnis überziehen
verbummelt verloren verlieren verlegt verlust
platten reifenpanne panne reifen platt
liegen_geblieben panne liegengeblieben
abholservice abholdienst
tauschen umtauschen austauschen wechseln ersetzen
erneuern wechseln
gebraucht gebrauchtrad
verschicken zurückschicken einsenden
lieferadresse adresse anschrift
ändern umändern korrigieren
nachlass rabatt ermäßigung vergünstigung prozente
verein vereine gruppe
pensionär rentner ruhestand senior
azubi auszubildende lehrling student studierende schüler
arbeitslos bürgergeld arbeitslosengeld
abstottern ratenzahlung raten teilzahlung
visa kreditkarte mastercard karte
bargeld bar barzahlung
strafgebühr strafe gebühr mahngebühr versäumnisgebühr
hülle verpackung box
kaputt beschädigt defekt zerrissen
unterstellen einlagern einlagerung lagern überwintern aufbewahren
keller garage
winter winterlager
frühling frühjahr
spenden spende schenken bücherspende abgeben
bücherbus fahrbibliothek bus
ausleihe ausleihen leihen leihfrist
leihfrist ausleihfrist
vorbestellen vormerken vorbestellung reservieren
zurückgeben rückgabe abgeben
rückgabekasten rückgabeautomat
mahnung mahngebühr
kinderhänger kinderanhänger anhänger fahrradanhänger
lastenrad cargobike transportrad
ebike e_bike pedelec elektrorad
schlauch reifen
inspektion durchsicht wartung check
kostenvoranschlag angebot voranschlag
standgebühr aufbewahrung
probefahrt testfahrt ausprobieren
ankauf verkaufen ankaufen
helm schloss
kette ritzel
bremse bremsbelag
licht lampe
ausprobieren testen probieren leihen
zelt zelte
schlafsack schlafsäcke
rucksack tasche
kocher gaskocher
insel inselzuschlag
zuschlag aufpreis aufschlag mehrkosten
versandkosten porto versand
packstation paketstation
ausland österreich schweiz
nachsenden umleiten
geschenkverpackung geschenk einpacken
gravur gravieren
größe maß länge
gewicht gramm leicht
wasserdicht imprägnieren imprägnierung
waschen wäsche reinigung
reißverschluss zipper
reklamation mangel
öffnungszeit geöffnet
mittagspause mittag
feiertag ostern weihnachten
sonntag sonntags
termin voranmeldung
anfahrt weg anreise
bushaltestelle bus bahn haltestelle
rollstuhl barrierefrei aufzug
kinderwagen buggy
toilette wc
wickelraum wickeltisch wickeln
hund hunde vierbeiner
katze kater
rauchen raucher zigarette
essen speisen verpflegung
trinken getränk
vegetarisch vegan
allergie unverträglichkeit
drucken ausdrucken
scannen kopieren
raum saal veranstaltungsraum
veranstaltung lesung
kurs workshop
ausweis mitgliedskarte karte
ersatzausweis ersatzkarte
alter mindestalter jahre
eltern erziehungsberechtigte
unterschrift einverständnis
adresse wohnort
newsletter rundbrief
telefon handy
beschwerde kritik
spiel spiele konsolenspiel brettspiel
film dvd
hörbuch cd
ebook onleihe
zeitung zeitschrift
lernen lernraum
regen unwetter
kaufen erwerben
einkaufen kaufen
vorkasse überweisung
lastschrift abbuchung
skonto rabatt
mindestbestellwert mindestbestellung
rücktritt widerruf
passwort zugang
gesperrt blockiert
sichern backup
nutzer mitarbeiter
fehler störung
update aktualisierung
laufzeit vertragslaufzeit
probemonat testphase
tarif paket
mitnehmen portierung
netz empfang
arzt ärztin
termin sprechstunde
rezept verschreibung
impfung spritze
schwanger schwangerschaft
schmerz weh
zahn zahnarzt
zahnreinigung prophylaxe
krankenkasse versicherung
notfall notdienst
zimmer doppelzimmer
bett kinderbett
frühstück halbpension
handtuch handtücher
bettwäsche laken
check_in anreise
check_out abreise
schwimmen baden
nachholen ersatztermin
noten musik
sperrmüll sofa
glas flaschen
baum pflanze
heirat trauung
wahl wählen
einbruch diebstahl gestohlen
brand feuer
wasserschaden überschwemmung
selbstbeteiligung selbstbehalt
schaden meldung
`;
