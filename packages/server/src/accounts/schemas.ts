import Joi from 'joi';
import { name, password, uuid } from '../http/fields';
import { emailAddress } from '../mail/address';

const token = Joi.string().min(1).max(128);
const otp = Joi.string().pattern(/^\d{6}$/);

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
}
/** Nothing is said of a password's length here: a short one is simply wrong. */
export const credentials = Joi.object<Credentials>({
  email: emailAddress.required(),
  password: Joi.string().min(1).max(512, 'utf8').required(),
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
