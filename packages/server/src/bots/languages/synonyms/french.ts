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
erreur trompé
plusieurs_fois deux_fois trois_fois quatre_fois dix_fois mensualité échelonné
enfant enfants mineur bébé
handicap handicapé fauteuil accessible accessibilité
parking stationnement garer stationner voiture
pays étranger international
laver nettoyer entretien lavage nettoyage
stock disponible disponibilité
réclamation plainte
retrait retirer récupérer
minimum moins
maximum limite
assistance support aide service
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
plusieurs_fois deux_fois trois_fois quatre_fois dix_fois mensualité échéance échelonner
cotisation adhésion adhérer abonnement inscription
assurance assurer assuré couvert mutuelle
autorisation permis autoriser permission
règlement règle condition
habitant résident administré
taxe impôt tva
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
banque bancaire rib iban
rappel relance
annuel année an
mensuel mois
soir soirée nuit
férié vacances congé
été juillet août
hiver décembre
allergie allergique
fumer fumeur tabac
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
délai_traitement traitement délai
photo photographie
sur_place guichet
en_ligne internet
à_l_avance avance
données_personnelles données rgpd
sauvegarde backup
langue anglais
hébergement hébergé serveur
cadeau offrir
emballage emballer paquet_cadeau emballage_cadeau
ristourne remise rabais réduction geste_commercial solde
professionnel entreprise société restaurateur pro
brisé cassé casser morceau fêlé ébréché abîmé miette
jeter déchet poubelle benne déchetterie déposer
bouteille verre bocal
cantine restauration déjeuner repas restaurant_scolaire
gamin enfant gosse bambin fils fille petit
prévenir avertir signaler déclarer informer déclaration préavis
cambrioler cambriolage vol voler effraction volé cambrioleur
incendie feu brûler
hôtel hébergement relogement loger dormir nuit
photo selfie photographier filmer vidéo caméra
langer change couche bébé
bagage valise consigne casier vestiaire sac
chien toutou
bateau péniche croisière promenade balade
billet ticket entrée place
égaré perdu perte oublié perdre
refaire renouveler renouvellement remplacer
emménager déménager nouvel_arrivant arriver
fête anniversaire cérémonie réception
vignette macaron badge
prélèvement mensualité débit
lave-vaisselle vaisselle machine_laver
encombrants canapé matelas meuble
nocturne soirée soir tard
dégât dommage sinistre casse
fauteuil roulant mobilité_réduite pmr handicap
minimal minimum
poussette landau
manger repas restaurant café pique-nique nourriture déjeuner
chômeur demandeur_emploi chômage
espèces liquide cash comptant
chèque chèques
appartement logement appart domicile maison habitation
propriétaire locataire bailleur
colocation coloc colocataire
conjoint mari femme époux épouse concubin partenaire copain
parents responsable tuteur
crèche nounou assistante_maternelle
rue voirie chaussée trottoir
nuisance bruit tapage voisin
permis_construire urbanisme travaux
élection liste_électorale vote
acte_naissance extrait_naissance
décès mort funérailles obsèques cimetière
pacs mariage union
eau fuite inondation dégât_eaux
vitre glace fenêtre bris
serrure porte clé
bijou objets_valeur précieux valeur
vieillesse vétusté neuf rééquipement
responsabilité_civile responsabilité
franchise reste_charge
expert expertise
indemnisation indemniser indemnité remboursement rembourser dédommager
protection protéger protégé couvrir couvert garantie assuré
parrainage parrainer parrain filleul ami
cotisation prime tarif mensualité
échéance anniversaire date
annulation annuler rembourser
visite visiter guidé guide
exposition expo collection œuvre tableau
audioguide guide
atelier stage cours
boutique magasin
gravure graver personnaliser personnalisation prénom
fragile casse
douane droits_douane taxe
point_relais relais mondial_relay
domicile maison chez_moi
délai rapidité combien_temps attente
rapide urgent express vite
lundi jours semaine
ouvert ouverture ouvre fermé
férié jours_fériés noël pâques
adhérent abonné membre
essai découverte
avis commentaire note
newsletter lettre_information
lit matelas couchage
draps linge
petit-déjeuner matin
piscine baignade
wifi wi-fi internet connexion
climatisation clim ventilateur
chauffage chauffer
cuisine cuisiner
barbecue grillade braise
borne recharge voiture_électrique
parking garer stationnement stationner place
taxi navette transport bus gare
accès venir trouver adresse itinéraire
toilette wc sanitaire
douche sanitaire
fumer cigarette tabac vapoter
alcool vin bière
végétarien végan vegan halal sans_gluten
allergie allergène intolérance
dentiste dentaire dent
détartrage nettoyage
consultation rendez-vous visite
ordonnance prescription
remboursement_sécu mutuelle sécurité_sociale
carte_vitale vitale
douleur mal souffrir
grossesse enceinte
enfant pédiatrie
sang prise_sang analyse
résultat analyse
vaccin piqûre
chaton chien animal
stage vacances
niveau débutant confirmé
cours_particulier individuel particulier
diplôme certificat attestation
absence absent manquer rater
rattraper rattrapage report
serviette drap_bain
chaussures baskets
abonnement pass carte formule
suspendre pause geler
essayer séance_essai
utilisateur collaborateur siège compte
supprimer fermer effacer clôturer
exporter télécharger récupérer
mot_passe accès
bloqué verrouillé bloquer
bug panne erreur
mettre_jour version
fichier document pièce
taille poids limite volume
serveur données hébergement
double_facteur validation
connecter connexion accéder
forfait option formule
appel téléphone ligne
téléphone portable mobile smartphone
réseau couverture
itinérance roaming étranger
carte_sim sim
box routeur modem
débit vitesse
livre ouvrage bouquin roman
emprunter prêter prêt
imprimante imprimer copie
plante arbre fleur
arroser arrosage eau
graine semence
outil matériel machine
mètre longueur dimension taille mesure
cuir tissu matière
garantie sav
pièce_détachée rechange pièce
devis estimation
révision entretien contrôle
`;
