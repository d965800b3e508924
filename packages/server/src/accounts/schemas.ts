import Joi from 'joi';
import { name, password, uuid } from '../platform/http/fields';
import { emailAddress } from '../platform/mail/address';
import { typedDigits } from '../platform/typed-text';

const token = Joi.string().min(1).max(128);
/** Six digits; spaces and the like between them are removed. */
const otp = Joi.string()
  .max(64)
  .custom(typedDigits)
  .pattern(/^\d{6}$/)
  .messages({ 'string.pattern.base': 'must be six digits' });
/** A password that is compared with the stored one. Its length is not checked: a short one is simply wrong. */
const givenPassword = Joi.string().min(1).max(512, 'utf8');

export interface Register {
  email: string;
  password: string;
  display_name: string;
  organization_name?: string;
  invite_token?: string;
}
export const register = Joi.object<Register>({
  email: emailAddress.required(),
  password: password.required(),
  display_name: name.required(),
  organization_name: name,
  invite_token: token,
}).xor('organization_name', 'invite_token');

export interface VerifyRegistration {
  registration_token: string;
  otp: string;
}
export const verifyRegistration = Joi.object<VerifyRegistration>({
  registration_token: token.required(),
  otp: otp.required(),
});

export interface RegistrationToken {
  registration_token: string;
}
export const registrationToken = Joi.object<RegistrationToken>({
  registration_token: token.required(),
});

export interface Credentials {
  email: string;
  password: string;
  remember?: boolean;
}
export const credentials = Joi.object<Credentials>({
  email: emailAddress.required(),
  password: givenPassword.required(),
  remember: Joi.boolean(),
});

export interface ChallengeToken {
  challenge_token: string;
}
export const challengeToken = Joi.object<ChallengeToken>({ challenge_token: token.required() });

export interface VerifyLoginOtp extends ChallengeToken {
  code: string;
}
export const verifyLoginOtp = Joi.object<VerifyLoginOtp>({
  challenge_token: token.required(),
  code: otp.required(),
});

export interface VerifyLoginTotp extends ChallengeToken {
  totp: string;
}
export const verifyLoginTotp = Joi.object<VerifyLoginTotp>({
  challenge_token: token.required(),
  totp: otp.required(),
});

export interface SessionId {
  session_id: string;
}
export const sessionId = Joi.object<SessionId>({ session_id: uuid.required() });

export interface Email {
  email: string;
}
export const email = Joi.object<Email>({ email: emailAddress.required() });

export interface ResetPassword extends ChallengeToken {
  otp: string;
  password: string;
}
export const resetPassword = Joi.object<ResetPassword>({
  challenge_token: token.required(),
  otp: otp.required(),
  password: password.required(),
});

export interface ChangePassword {
  current_password: string;
  password: string;
}
export const changePassword = Joi.object<ChangePassword>({
  current_password: givenPassword.required(),
  password: password.required(),
});

export interface UpdateAccount {
  display_name?: string;
  mfa_enabled?: boolean;
}
export const updateAccount = Joi.object<UpdateAccount>({
  display_name: name,
  mfa_enabled: Joi.boolean(),
});

export interface Password {
  password: string;
}
export const ownPassword = Joi.object<Password>({ password: givenPassword.required() });

export interface EnrollTotp extends Password {
  /** True if the response must also have the QR code of the address. */
  qr: boolean;
}
export const enrollTotp = Joi.object<EnrollTotp>({
  password: givenPassword.required(),
  qr: Joi.boolean().default(false),
});

export interface TotpCode {
  totp: string;
}
export const totpCode = Joi.object<TotpCode>({ totp: otp.required() });
