/** Each line: words for one subject. `a_b` stands for the phrase "a b". */
export const ITALIAN = `
spedizione spedire consegna consegnare invio inviare pacco
rimborso rimborsare
reso restituire restituzione rendere
recesso recedere
prezzo costo costare costa tariffa pagare
gratis gratuito
sconto buono codice promozione
pagamento pagare carta bonifico
orario apertura aprire aperto chiuso chiusura
annullare annullamento disdire disdetta cancellare
abbonamento contratto piano
fattura ricevuta
password accesso
account conto profilo
registrazione registrare iscrivere iscrizione
contattare telefono chiamare scrivere email
rotto danneggiato difettoso guasto
riparare riparazione
garanzia
cambio cambiare sostituire sostituzione
tracciare seguire tracciamento
ritardo tardi
appuntamento prenotazione prenotare
documento modulo certificato
eliminare cancellare
ritiro ritirare
`;
