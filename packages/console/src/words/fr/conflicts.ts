/** Explains, for each route that refuses with `state_conflict`, the reason and what to do. */
export const conflicts = {
  'console/create/canned-reply':
    'Une autre réponse type a déjà ce raccourci. Choisissez-en un autre.',
  'console/update/canned-reply':
    'Une autre réponse type a déjà ce raccourci. Choisissez-en un autre.',
  'console/create/invitation':
    'Cette personne est déjà membre de l’espace. Changez plutôt son rôle.',
  'console/resend/invitation': 'Cette invitation n’est plus ouverte. Envoyez-en une nouvelle.',
  'console/revoke/invitation':
    'Cette invitation a déjà été acceptée ou annulée. Rechargez la page.',
  'console/create/operator':
    'Cette personne est déjà opérateur de l’espace. Modifiez plutôt cet opérateur.',
  'console/snooze/conversation':
    'Seule une conversation en attente ou attribuée peut être mise en veille.',
  'console/update/conversations': 'Elle a déjà 10 étiquettes. Retirez-en une d’abord.',
  'console/create/note': 'Les données de ce visiteur sont effacées : la note n’est pas ajoutée.',
  'console/remove/message':
    'Ce message ne peut pas être supprimé : il est du relais, ou les données du visiteur sont effacées.',
  'console/block/visitor':
    'Ce visiteur est déjà bloqué, ou ses données sont effacées. Rechargez la page.',
  'console/create/faq-entry':
    'La FAQ est pleine. Supprimez des entrées, ou mettez-les dans la base de connaissances.',
  'console/test/bot': 'Seuls le bot intégré et le modèle peuvent être essayés ici.',
  'console/test/callback': 'Ce site n’a pas d’adresse de callback. Indiquez-la dans ses réglages.',
  'console/delete/workspace':
    'L’espace a encore des sites. Supprimez-les d’abord, et attendez la fin de leur délai.',
  'console/restore/tenant': 'L’effacement de ce site a commencé : il ne peut plus être rétabli.',
  'console/enroll/totp':
    'L’application d’authentification est déjà active, ou ce relais n’en propose pas.',
  'console/activate/totp':
    'Recommencez l’ajout de l’application : rien n’est en cours, ou elle est déjà active.',
  'console/create/upload': 'Le fichier a été retiré entre-temps. Ajoutez-le de nouveau.',
  'console/finish/upload': 'Le fichier a été retiré entre-temps. Ajoutez-le de nouveau.',
};
