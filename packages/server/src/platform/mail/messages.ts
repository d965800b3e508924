import { compose, safeName, type MailMessage } from './message';

/** Every mail that the service sends. */

export function registrationCode(code: string, validMinutes: number): MailMessage {
  return compose(
    'registration_code',
    {
      fr: {
        subject: 'Votre code d’inscription',
        lines: [
          `Saisissez ce code pour confirmer votre inscription. Il est valable ${validMinutes} minutes.`,
          'Si vous n’avez rien demandé, ignorez ce message : aucun compte ne sera activé.',
        ],
      },
      en: {
        subject: 'Your registration code',
        lines: [
          `Enter this code to confirm your registration. It is valid for ${validMinutes} minutes.`,
          'If you did not ask for it, ignore this message: no account will be activated.',
        ],
      },
    },
    code,
  );
}

export function loginCode(code: string, validMinutes: number): MailMessage {
  return compose(
    'login_code',
    {
      fr: {
        subject: 'Votre code de connexion',
        lines: [
          `Saisissez ce code pour vous connecter. Il est valable ${validMinutes} minutes. Ne le donnez à personne.`,
          'Si ce n’est pas vous, quelqu’un connaît votre mot de passe : changez-le.',
        ],
      },
      en: {
        subject: 'Your sign-in code',
        lines: [
          `Enter this code to sign in. It is valid for ${validMinutes} minutes. Do not share it.`,
          'If this was not you, someone knows your password. Change it.',
        ],
      },
    },
    code,
  );
}

export function resetCode(code: string, validMinutes: number): MailMessage {
  return compose(
    'reset_code',
    {
      fr: {
        subject: 'Votre code de réinitialisation',
        lines: [
          `Saisissez ce code pour choisir un nouveau mot de passe. Il est valable ${validMinutes} minutes.`,
          'Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste le même.',
        ],
      },
      en: {
        subject: 'Your password reset code',
        lines: [
          `Enter this code to choose a new password. It is valid for ${validMinutes} minutes.`,
          'If you did not ask for it, ignore this message: your password stays the same.',
        ],
      },
    },
    code,
  );
}

export function alreadyRegistered(): MailMessage {
  return compose('already_registered', {
    fr: {
      subject: 'Vous avez déjà un compte',
      lines: [
        'Quelqu’un a voulu créer un compte avec votre adresse. Vous en avez déjà un : connectez-vous, ou réinitialisez votre mot de passe.',
        'Si ce n’était pas vous, vous n’avez rien à faire.',
      ],
    },
    en: {
      subject: 'You already have an account',
      lines: [
        'Someone tried to create an account with your address. You already have one. Sign in, or reset your password.',
        'If this was not you, there is nothing to do.',
      ],
    },
  });
}

export interface InvitationWords {
  inviterName: string;
  /** A verified address. The body shows it, because anyone can choose a convincing name. */
  inviterEmail: string;
  workspaceName: string;
  token: string;
  baseUrl: string;
  /** The console's page for invitations; null if the console is not served. */
  acceptUrl: string | null;
  validDays: number;
}

export function invitation(words: InvitationWords): MailMessage {
  const { inviterEmail, token, baseUrl, validDays } = words;
  // The token is in the fragment: browsers send that to no server, so it is in no log.
  const link = words.acceptUrl === null ? [] : [`${words.acceptUrl}#${token}`];
  const fr = {
    who: safeName(words.inviterName, 'Quelqu’un'),
    where: safeName(words.workspaceName, 'un espace de travail'),
  };
  const en = {
    who: safeName(words.inviterName, 'Someone'),
    where: safeName(words.workspaceName, 'a workspace'),
  };
  return compose(
    'invitation',
    {
      fr: {
        subject: `Invitation à rejoindre ${fr.where}`,
        lines: [
          `${fr.who} (${inviterEmail}) vous invite à rejoindre ${fr.where} sur ${baseUrl}.`,
          `Utilisez ce code d’invitation en créant votre compte, ou acceptez-le une fois connecté. Il est valable ${validDays} jours, une seule fois.`,
          ...link,
        ],
      },
      en: {
        subject: `Invitation to join ${en.where}`,
        lines: [
          `${en.who} (${inviterEmail}) invites you to join ${en.where} on ${baseUrl}.`,
          `Use this invitation token when you create your account, or accept it once signed in. It is valid for ${validDays} days, once.`,
          ...link,
        ],
      },
    },
    token,
  );
}

/** @param words.since ISO 8601 */
export function callbacksFailing(words: { tenantName: string; since: string }): MailMessage {
  const fr = safeName(words.tenantName, 'votre site');
  const en = safeName(words.tenantName, 'your site');
  return compose('callbacks_failing', {
    fr: {
      subject: `Vos callbacks n’arrivent plus : ${fr}`,
      lines: [
        `Depuis le ${words.since}, aucun callback de ${fr} n’a été accepté par votre serveur.`,
        'Rien n’est perdu : la file attend et repart dans l’ordre dès que votre serveur répond. Le journal des callbacks montre chaque tentative.',
      ],
    },
    en: {
      subject: `Your callbacks are failing: ${en}`,
      lines: [
        `Since ${words.since} your server has accepted no callback of ${en}.`,
        'Nothing is lost: the queue is sent in order as soon as your server answers. The callback log shows every attempt.',
      ],
    },
  });
}

export function callbacksWaiting(words: {
  tenantName: string;
  queued: number;
  since: string;
}): MailMessage {
  const fr = safeName(words.tenantName, 'votre site');
  const en = safeName(words.tenantName, 'your site');
  return compose('callbacks_waiting', {
    fr: {
      subject: `Vos callbacks prennent du retard : ${fr}`,
      lines: [
        `${words.queued} callbacks de ${fr} attendent, le premier depuis le ${words.since} : votre serveur les prend plus lentement qu’ils n’arrivent.`,
        'Rien n’est perdu : ils partent dans l’ordre. Répondez 2xx dès que l’événement est enregistré, et traitez-le ensuite.',
      ],
    },
    en: {
      subject: `Your callbacks are late: ${en}`,
      lines: [
        `${words.queued} callbacks of ${en} are queued, the first since ${words.since}: your server accepts them more slowly than they arrive.`,
        'Nothing is lost: they are sent in order. Answer 2xx as soon as the event is stored, and handle it afterwards.',
      ],
    },
  });
}

/** The notice to operators that a visitor waits. It has neither the visitor's name nor words. */
export function visitorWaiting(words: {
  tenantName: string;
  inboxUrl: string | null;
}): MailMessage {
  const fr = safeName(words.tenantName, 'votre site');
  const en = safeName(words.tenantName, 'your site');
  const link = words.inboxUrl === null ? [] : [words.inboxUrl];
  return compose('visitor_waiting', {
    fr: {
      subject: `Un visiteur attend : ${fr}`,
      lines: [
        `Un visiteur de ${fr} attend qu’on lui réponde, et aucun opérateur qui le peut n’est en ligne.`,
        ...link,
        'Cet e-mail part au plus une fois par quart d’heure, et seulement pendant les heures d’ouverture. Un propriétaire ou un administrateur peut le désactiver dans les réglages du site (waiting_mail), ou avec « relayctl tenant update --waiting-mail off ».',
      ],
    },
    en: {
      subject: `A visitor is waiting: ${en}`,
      lines: [
        `A visitor of ${en} waits for an answer, and no operator who could give one is online.`,
        ...link,
        'This e-mail is sent at most once in a quarter of an hour, and only within the opening hours. An owner or admin can switch it off in the settings of the site (waiting_mail), or with “relayctl tenant update --waiting-mail off”.',
      ],
    },
  });
}

export function newSignIn(words: { at: string; ip: string; userAgent: string }): MailMessage {
  const device = safeName(words.userAgent, '?');
  return compose('new_sign_in', {
    fr: {
      subject: 'Nouvelle connexion à votre compte',
      lines: [
        `Votre compte a été ouvert depuis un nouvel appareil, le ${words.at} (adresse ${words.ip}, ${device}).`,
        'Si ce n’est pas vous, révoquez cette session et changez votre mot de passe.',
      ],
    },
    en: {
      subject: 'New sign-in to your account',
      lines: [
        `A new device signed in to your account at ${words.at} (address ${words.ip}, ${device}).`,
        'If this was not you, revoke that session and change your password.',
      ],
    },
  });
}
