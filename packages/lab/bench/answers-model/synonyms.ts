/** Words of shops, clubs and offices in four languages, one meaning a line: the whole knowledge of the stub. */
export const SYNONYMS: readonly (readonly string[])[] = `
price cost costs prices fee fees charge rate tarif tarifs prix coute coutent cout frais preis preise kosten kostet gebuhr gebuhren precio precios cuesta cuestan coste tarifa tarifas pay payer bezahlen zahlen pagar
open opening hours ouvert ouverte ouvre horaires horaire heures offen geoffnet offnungszeiten abierto abre abren horario horarios apertura
close closed closes ferme fermee fermeture geschlossen schliesst cerrado cierra cierran
cancel cancellation annuler annulation resilier resiliation stornieren stornierung kundigen kundigung absagen cancelar cancelacion anular baja
refund refunded money reimbursed remboursement rembourse rembourser erstattung erstattet ruckerstattung geld reembolso devolucion dinero
return returns send retour renvoyer retourner ruckgabe rucksendung zuruckschicken umtausch devolver cambio
delivery shipping deliver ship arrive livraison livrer expedition lieferung versand liefern envio entrega enviar
register registration enrol sign inscription inscrire anmeldung anmelden inscripcion inscribirse matricula apuntar
book booking reserve reservation reserver buchen buchung reservieren reservar cita appointment rendez termin
child children kids enfant enfants kind kinder nino ninos hijo hijos menores
discount reduction cheaper reduced reduit reduite rabatt ermassigung ermassigt descuento reducida
repair fix broken reparer reparation casse reparatur kaputt defekt reparar reparacion roto averia
warranty guarantee garantie gewahrleistung garantia
dog dogs cat animal animals pet pets chien chiens chat animaux hund hunde katze tier tiere perro perros gato mascota mascotas
bicycle bike velo velos fahrrad rad bicicleta bici
car parking park voiture stationnement auto parken parkplatz coche aparcar aparcamiento
phone telephone call telefono anrufen telefon llamar appeler
mail email courriel correo
document documents papers form papiers formulaire unterlagen ausweis formular documentos papeles formulario
late delay overdue retard verspatung spat retraso tarde
lost lose perdu perdre perte verloren verlust perdido perder perdida
password login mot passe passwort contrasena clave
free gratis gratuit gratuite kostenlos gratuito
day days jour jours tag tage dia dias
week weeks semaine semaines woche wochen semana semanas
month months mois monat monate mes meses
year years annee annees ans jahr jahre ano anos
teacher lesson lessons course courses class cours lecon professeur lehrer unterricht kurs kurse stunde clase clases profesor curso cursos
doctor medicine medicament medecin ordonnance arzt rezept praxis medico receta
water swim swimming pool eau piscine nager wasser schwimmen becken schwimmbad agua nadar piscina
plant plants tree plante plantes arbre pflanze pflanzen baum planta plantas arbol
coffee cafe kaffee bohnen
furniture table chair meuble mobel tisch stuhl mueble muebles mesa silla
wedding marriage mariage marier hochzeit heiraten boda casarse
invoice bill receipt facture rechnung factura recibo
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
