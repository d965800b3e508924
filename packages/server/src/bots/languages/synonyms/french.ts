/** Each line: words for one subject. `a_b` stands for the phrase "a b". */
export const FRENCH = `
livraison livrer expédition expédier envoi envoyer port transporteur acheminement colis
colis paquet
remboursement rembourser argent
retour retourner renvoyer rendre renvoi
rétractation rétracter
prix coût coûter coûtent coûte tarif frais montant cher payant
gratuit gratuité gratuitement offert sans_frais
réduction remise rabais promotion promo code bon coupon réduit
paiement payer régler règlement carte paypal virement
carte cb bancaire visa
horaire ouverture ouvrir ouvert fermer fermé fermeture heure
annuler annulation résilier résiliation arrêter mettre_fin
annuler rétracter
abonnement formule forfait abonner offre
facture facturation reçu ticket
mot_de_passe identifiant connexion mdp
connexion connecter identifier
compte profil
inscription inscrire enregistrer créer adhérer adhésion
contacter joindre téléphone appeler écrire mail email
téléphone téléphoner appeler numéro
email mail courriel
adresse situer trouver
cassé abîmé défectueux endommagé défaut panne casser
réparer réparation dépannage
garantie garantir
échange échanger remplacer remplacement changer
pièce rechange
perdu perdre perte volé
suivi suivre suivi_colis localiser
retard tard retardé
délai durée temps attente
date_limite échéance délai expirer
rendez-vous rdv réservation réserver créneau
apporter fournir document pièce justificatif papier
document formulaire attestation papier dossier
identité passeport carte_identité cni
amende pénalité retard
renouveler renouvellement prolonger prolongation reconduction
emprunter prêt emprunt
supprimer suppression effacer
télécharger exporter export
importer import
données confidentialité rgpd
sauvegarde restaurer récupérer
installer installation configurer
mise_à_jour version
essai essayer tester gratuit
équipe membre utilisateur
inviter invité ami ajouter
louer location loueur
suspendre pause suspension
modifier corriger changer rectifier
bagage valise
chat chatte matou
chien chienne
vélo bicyclette
erreur trompé
plusieurs_fois mensualité échelonné
enfant enfants mineur bébé
animal chien
handicap handicapé fauteuil accessible accessibilité
parking stationnement garer stationner voiture
pays étranger international
taille dimension mesure
laver nettoyer entretien lavage nettoyage
cadeau
stock disponible disponibilité
réclamation plainte
retrait retirer récupérer
minimum moins
maximum limite
langue
assistance support aide service
étudiant
senior retraité
déménager déménagement
mariage marier
naissance né naître
déchet poubelle ordure
oublié réinitialiser oublier
week-end samedi dimanche
jour_ouvré ouvrable
mairie commune municipalité
vélo bicyclette bici vtt vtc
voiture véhicule auto
médecin docteur généraliste cabinet
ordonnance médicament traitement
vaccin vaccination vacciner rappel
malade maladie souffrant
professeur prof enseignant moniteur formateur entraîneur
cours leçon séance stage
examen test épreuve évaluation
élève étudiant apprenant
débutant novice commencer initiation
certificat attestation justificatif
chambre hébergement
déjeuner repas petit-déjeuner dîner cantine
arrivée arriver
départ partir
nuit nuitée séjour
piscine nager natation
serviette drap linge
wifi internet réseau
caution dépôt acompte arrhes garantie
plusieurs_fois mensualité échéance échelonner
cotisation adhésion adhérer abonnement inscription
adhérent membre
assurance assurer assuré couvert mutuelle
sinistre dommage
autorisation permis autoriser permission
règlement règle condition
habitant résident administré
taxe impôt tva
carte_identité passeport
permis_conduire permis
déchetterie encombrants
don donner
imprimer impression imprimante photocopie
ordinateur pc
clé badge accès
courrier lettre poste
canapé fauteuil
meuble mobilier
montage monter assembler
escalier ascenseur étage
enlever retirer ôter
occasion usagé seconde_main
pièce composant
batterie chargeur
opération opérer opéré chirurgie stérilisation
castrer castration stériliser stérilisation
points suture fils
urgence garde urgent
animal bête compagnon
chien chienne chiot
chat chatte chaton matou
lapin
puce pucer identification
voyage voyager étranger
garderie périscolaire garde
école scolaire
absent absence absenter
majoration majoré supplément
salle local
location louer
emprunter louer location
chaussures chausson
matériel équipement
certificat_médical médical
âge ans
adulte majeur
ado adolescent jeune
bébé nourrisson
famille familial
groupe
invité accompagnant ami
quitter partir résilier
pause suspendre
banque bancaire rib iban
rappel relance
annuel année an
mensuel mois
matin
soir soirée nuit
férié vacances congé
été juillet août
hiver décembre
plante fleur
allergie allergique
fumer fumeur tabac
bruit
photo image
signature signer
copie duplicata
erreur faux erroné
chercher récupérer retirer
pneu chambre_air crevaison
frein
électrique vae
trottinette
abri cabane
travaux construction construire
jardin terrain
mur clôture
acte extrait
état_civil
élection voter vote
poubelle bac ordures
jaune tri recyclage recyclable
verre
autre_jour reporter décaler déplacer
jour date
payer paie paient paye paiement
ouvrir ouvert ouvre ouverture
recevoir reçoit reçois reçu réception
carte_cadeau bon chèque_cadeau
taille pointure dimension guide
couleur coloris teinte
rupture_stock épuisé indisponible
précommande réassort
désabonner désinscrire
numéro_suivi suivi
express rapide 24h
point_relais relais consigne
espace_stockage stockage
utilisateur siège licence poste
authentification double_authentification sécurité
application appli mobile
navigateur chrome firefox
fichier pièce_jointe
notification alerte
acte_naissance naissance
acte_décès décès
changement_adresse déménagement
véhicule carte_grise immatriculation
encombrants ramassage collecte
permis autorisation
délai_traitement traitement délai
photo photographie
sur_place guichet
en_ligne internet
à_l_avance avance
données_personnelles données rgpd
sauvegarde backup
langue anglais
hébergement hébergé serveur
`;
