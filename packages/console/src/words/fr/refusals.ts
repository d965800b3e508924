/** What is said for each error code of the relay. A code that is not here gets `unknown`. */
export const refusals = {
  unknown: 'Le relais a refusé la demande.',
  unreachable: 'Le relais est injoignable. Vérifiez votre connexion, puis réessayez.',
  invalid_request: 'Certains champs ne sont pas valides.',
  invalid_credentials: 'Adresse e-mail ou mot de passe incorrect.',
  account_pending:
    'Ce compte n’est pas encore confirmé. Recommencez l’inscription pour recevoir un nouveau code.',
  registration_closed:
    'Ici, les comptes se créent sur invitation. Demandez-en une à un propriétaire ou à un administrateur de votre espace.',
  account_not_active: 'Ce compte n’est pas encore actif.',
  challenge_invalid:
    'Cette demande a expiré ou a connu trop d’essais. Recommencez depuis le début.',
  otp_invalid: 'Ce code est incorrect ou n’est plus valable.',
  totp_invalid: 'Ce code est incorrect ou n’est plus valable.',
  totp_unavailable: 'L’application d’authentification ne répond pas. Utilisez le code par e-mail.',
  weak_password: 'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
  invitation_invalid:
    'Cette invitation n’est plus valable, ou elle est destinée à une autre adresse.',
  session_revoked: 'Votre session est terminée. Connectez-vous à nouveau.',
  unauthenticated: 'Connectez-vous d’abord.',
  token_invalid: 'Votre session n’est plus valable. Connectez-vous à nouveau.',
  confirmation_required: 'Confirmez votre mot de passe pour continuer.',
  insecure_origin: 'Ouvrez cette page en HTTPS : la connexion n’est pas possible en clair.',
  origin_not_allowed:
    'Cette page n’est pas à l’adresse du relais. Ouvrez la console à son adresse habituelle.',
  insufficient_role: 'Votre rôle dans cet espace ne le permet pas.',
  not_system_admin: 'Cette action est réservée aux super-administrateurs.',
  not_found: 'Introuvable. L’élément a peut-être été supprimé entre-temps.',
  state_conflict:
    'Ce n’est plus possible : quelque chose a changé entre-temps, ou le site est en cours de suppression. Rechargez la page.',
  'state_conflict console/create/canned-reply':
    'Une autre réponse type a déjà ce raccourci. Choisissez-en un autre.',
  'state_conflict console/update/canned-reply':
    'Une autre réponse type a déjà ce raccourci. Choisissez-en un autre.',
  'state_conflict console/create/invitation':
    'Cette personne est déjà membre de l’espace. Changez plutôt son rôle.',
  'state_conflict console/resend/invitation':
    'Cette invitation n’est plus ouverte. Envoyez-en une nouvelle.',
  'state_conflict console/revoke/invitation':
    'Cette invitation a déjà été acceptée ou annulée. Rechargez la page.',
  'state_conflict console/create/operator':
    'Cette personne est déjà opérateur de l’espace. Modifiez plutôt cet opérateur.',
  'state_conflict console/snooze/conversation':
    'Seule une conversation en attente ou attribuée peut être mise en veille.',
  'state_conflict console/update/conversations':
    'Elle a déjà 10 étiquettes. Retirez-en une d’abord.',
  'state_conflict console/create/note':
    'Les données de ce visiteur sont effacées : la note n’est pas ajoutée.',
  'state_conflict console/remove/message':
    'Ce message ne peut pas être supprimé : il est du relais, ou les données du visiteur sont effacées.',
  'state_conflict console/block/visitor':
    'Ce visiteur est déjà bloqué, ou ses données sont effacées. Rechargez la page.',
  'state_conflict console/create/faq-entry':
    'La FAQ est pleine. Supprimez des entrées, ou mettez-les dans la base de connaissances.',
  'state_conflict console/test/bot': 'Seuls le bot intégré et le modèle peuvent être essayés ici.',
  'state_conflict console/test/callback':
    'Ce site n’a pas d’adresse de callback. Indiquez-la dans ses réglages.',
  'state_conflict console/delete/workspace':
    'L’espace a encore des sites. Supprimez-les d’abord, et attendez la fin de leur délai.',
  'state_conflict console/restore/tenant':
    'L’effacement de ce site a commencé : il ne peut plus être rétabli.',
  'state_conflict console/enroll/totp':
    'L’application d’authentification est déjà active, ou ce relais n’en propose pas.',
  'state_conflict console/activate/totp':
    'Recommencez l’ajout de l’application : rien n’est en cours, ou elle est déjà active.',
  'state_conflict console/create/upload':
    'Le fichier a été retiré entre-temps. Ajoutez-le de nouveau.',
  'state_conflict console/finish/upload':
    'Le fichier a été retiré entre-temps. Ajoutez-le de nouveau.',
  not_assignee: 'Elle n’est pas à vous. Prenez-la d’abord.',
  conversation_already_claimed: 'Une autre personne s’en occupe déjà.',
  operator_not_available: 'Cette personne n’est pas en ligne. Choisissez quelqu’un qui l’est.',
  last_owner: 'Un espace doit garder au moins un propriétaire.',
  last_system_admin: 'La plateforme doit garder au moins un super-administrateur.',
  tenant_suspended: 'Ce site est suspendu.',
  payload_too_large: 'C’est trop volumineux.',
  attachments_disabled: 'Ce site n’accepte pas de fichiers.',
  attachment_too_large: 'Le fichier est trop volumineux.',
  attachment_type_not_allowed: 'Ce type de fichier n’est pas autorisé, ou le fichier est abîmé.',
  rate_limited: 'Trop de demandes. Patientez un instant.',
  too_many_attempts: 'Trop d’essais. Patientez avant de recommencer.',
  resend_cooldown: 'Un code vient d’être envoyé. Patientez avant d’en demander un autre.',
  internal_error: 'Le relais a rencontré un problème.',
  overloaded: 'Le relais est surchargé. Réessayez dans un instant.',
  storage_unavailable: 'La base de données ne répond pas. Réessayez dans un instant.',
  shutting_down: 'Le relais redémarre. Réessayez dans un instant.',
};

/** After a refusal that says when to try again. */
export const retryIn = (wait: string) => `Réessayez dans ${wait}.`;
