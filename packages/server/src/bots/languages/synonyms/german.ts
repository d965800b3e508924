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
karte kreditkarte
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
email mail
adresse anschrift standort
kaputt beschädigt defekt mangelhaft schaden zerbrochen mangel
reparatur reparieren
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
mieten miete leihen ausleihen leihgebühr leihgerät vermieten
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
geschenk
lager verfügbar lieferbar vorrätig
beschwerde reklamation reklamieren
abholung abholen selbstabholung
mindestbestellwert mindestens mindest
maximal höchstens limit
sprache
hilfe support kundendienst kundenservice service
student studierende
senior rentner
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
erwachsene erwachsener
jugendliche teenager
säugling baby kleinkind
familie familienkarte
gruppe
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
allergie
rauchen raucher
foto bild lichtbild
unterschrift unterschreiben
kopie duplikat
fehler falsch
abholen mitnehmen
ansprechpartner kontakt
probestunde schnupperstunde probieren schnuppern
wechseln wechsel
geschwister geschwisterrabatt
orchester ensemble chor
konzert aufführung auftritt
erreichen erreichbar
verlieren verloren
gelten gültig
schließen geschlossen
öffnen geöffnet offen
bezahlen bezahlt
geschenkkarte gutschein geschenkgutschein
größentabelle größe
farbe farbton
ausverkauft vergriffen verfügbar lieferbar
vorbestellung vorbestellen
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
personalausweis ausweis
reisepass pass
gebühr kosten
rückporto rücksendekosten
nacherfüllung reparatur gewährleistung
`;
