import { compose, type MailMessage } from './message';

/** Notices to an account's owner about changes to its sign-in. */

export interface ChangeWords {
  /** ISO 8601. */
  at: string;
  ip: string;
}

export function passwordChanged({ at, ip }: ChangeWords): MailMessage {
  return compose('password_changed', {
    fr: {
      subject: 'Votre mot de passe a été changé',
      lines: [
        `Le mot de passe de votre compte a été changé le ${at} (adresse ${ip}). Les autres sessions sont fermées.`,
        'Si ce n’est pas vous, demandez aussitôt un nouveau mot de passe.',
      ],
    },
    en: {
      subject: 'Your password was changed',
      lines: [
        `The password of your account was changed at ${at} (address ${ip}). Other sessions have been signed out.`,
        'If this was not you, reset your password at once.',
      ],
    },
  });
}

export function accountDeleted({ at, ip }: ChangeWords): MailMessage {
  return compose('account_deleted', {
    fr: {
      subject: 'Votre compte a été supprimé',
      lines: [
        `Votre compte a été supprimé le ${at} (adresse ${ip}).`,
        'Si ce n’est pas vous, prévenez aussitôt les propriétaires de vos espaces.',
      ],
    },
    en: {
      subject: 'Your account was deleted',
      lines: [
        `Your account was deleted at ${at} (address ${ip}).`,
        'If this was not you, warn the owners of your workspaces at once.',
      ],
    },
  });
}

export type SecondFactorChange = 'totp_on' | 'totp_off' | 'mfa_on' | 'mfa_off';

const WHAT: Record<SecondFactorChange, { fr: string; en: string }> = {
  totp_on: {
    fr: 'Une application d’authentification a été ajoutée à votre compte',
    en: 'An authenticator app was added to your account',
  },
  totp_off: {
    fr: 'L’application d’authentification a été retirée de votre compte',
    en: 'The authenticator app was removed from your account',
  },
  mfa_on: {
    fr: 'La connexion en deux étapes a été activée pour votre compte',
    en: 'Two-step sign-in was switched on for your account',
  },
  mfa_off: {
    fr: 'La connexion en deux étapes a été désactivée pour votre compte',
    en: 'Two-step sign-in was switched off for your account',
  },
};

export function secondFactorChanged(
  change: SecondFactorChange,
  { at, ip }: ChangeWords,
): MailMessage {
  const what = WHAT[change];
  return compose('second_factor_changed', {
    fr: {
      subject: what.fr,
      lines: [
        `${what.fr}, le ${at} (adresse ${ip}).`,
        'Si ce n’est pas vous, changez aussitôt votre mot de passe.',
      ],
    },
    en: {
      subject: what.en,
      lines: [
        `${what.en}, at ${at} (address ${ip}).`,
        'If this was not you, change your password at once.',
      ],
    },
  });
}
