/**
 * Every kind of mail, and to whom it goes. `visitor`: an address that a visitor left, and that may be a third person's.
 * Such a mail is made of a list of allowed fields, and has no word of the visitor in it. `proven_visitor`: an address
 * whose mailbox followed a mailed link.
 */
export const MAIL_KINDS = {
  registration_code: { to: 'account' },
  login_code: { to: 'account' },
  reset_code: { to: 'account' },
  already_registered: { to: 'account' },
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
} as const satisfies Record<string, { to: MailReader }>;

type MailReader = 'account' | 'owners' | 'operators' | 'visitor' | 'proven_visitor';

export type MailKind = keyof typeof MAIL_KINDS;

/** The kinds that are kept with a visitor's session, so that an erasure finds them. */
export type VisitorMailKind = Extract<MailKind, 'answer' | 'address_proof' | 'transcript'>;
