/**
 * Every kind of mail, and its recipient. `visitor`: an address that a visitor typed, which may be another person's.
 * Such a mail is made of a list of allowed fields, and has no word of the visitor in it. `proven_visitor`: an address
 * whose owner has followed a mailed link. `isAwaited`: a person waits for it at a form, for as long as its code lives.
 */
export const MAIL_KINDS = {
  registration_code: { to: 'account', isAwaited: true },
  login_code: { to: 'account', isAwaited: true },
  reset_code: { to: 'account', isAwaited: true },
  already_registered: { to: 'account', isAwaited: true },
  invitation: { to: 'account' },
  new_sign_in: { to: 'account' },
  password_changed: { to: 'account' },
  second_factor_changed: { to: 'account' },
  account_deleted: { to: 'account' },
  callbacks_failing: { to: 'owners' },
  callbacks_waiting: { to: 'owners' },
  visitor_waiting: { to: 'operators' },
  answer: { to: 'visitor' },
  address_proof: { to: 'visitor' },
  transcript: { to: 'proven_visitor' },
} as const satisfies Record<string, { to: MailReader; isAwaited?: true }>;

type MailReader = 'account' | 'owners' | 'operators' | 'visitor' | 'proven_visitor';

export type MailKind = keyof typeof MAIL_KINDS;

export function isAwaited(kind: MailKind): boolean {
  return 'isAwaited' in MAIL_KINDS[kind];
}

/** The kinds that are kept with a visitor's session, so that an erasure finds them. */
export type VisitorMailKind = Extract<MailKind, 'answer' | 'address_proof' | 'transcript'>;
