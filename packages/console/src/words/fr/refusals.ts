/** Texts for the relay's error codes. Other codes show `unknown`. */
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
  state_conflict: 'Quelque chose a changé entre-temps. Rechargez la page.',
  not_assignee: 'Elle n’est pas à vous. Prenez-la d’abord.',
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

/** Follows a refusal that says when to try again. */
export const retryIn = (wait: string) => `Réessayez dans ${wait}.`;
