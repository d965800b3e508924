export const system = {
  title: 'Plateforme',
  lead: 'Tous les espaces de ce relais, pour ses super-administrateurs.',
  tabs: {
    stats: 'Chiffres',
    workspaces: 'Espaces',
    tenants: 'Sites',
    admins: 'Comptes',
    audit: 'Journal',
  },
  stats: {
    workspaces: 'Espaces',
    tenants: 'Sites',
    admins: 'Comptes',
    operators: 'Opérateurs',
    pending_assignments: 'Conversations en attente',
  },
  id: 'Identifiant',
  nothing: 'Rien à afficher',
  statuses: { active: 'Actif', suspended: 'Suspendu', deleting: 'En suppression' },
  accountStatuses: { PENDING: 'À confirmer', ACTIVE: 'Actif' },
  suspend: 'Suspendre',
  suspendText:
    'Les visiteurs sont déconnectés en deux secondes et les callbacks attendent. Rien n’est perdu.',
  reactivate: 'Réactiver',
  reactivateText: 'Les conversations continuent et les callbacks en attente sont envoyés.',
  reason: 'Motif',
  reasonHint: 'Conservé dans le journal.',
  promote: 'Promouvoir',
  demote: 'Rétrograder',
  command: 'Commande',
  breakGlass:
    'Cette action se fait hors de la console, avec la clé d’administration : exécutez cette commande sur la machine du relais.',
};
