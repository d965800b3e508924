import { expect } from 'vitest';
import { apiOf, type Api } from './api';
import { PASSWORD, register, uniqueEmail, type World } from './world';

export interface Member {
  api: Api;
  token: string;
  accountId: string;
  email: string;
}

/** A new account that accepted an invitation. */
export async function addMember(
  url: string,
  world: World,
  role: 'owner' | 'admin' | 'operator',
  displayName = 'Max Member',
): Promise<Member> {
  const { email, inviteToken } = await invite(world, role);
  const { token } = await register(url, email, displayName, { invite_token: inviteToken });
  return memberOf(url, token, email);
}

/** Creates an account with a workspace of its own, and no access to any other. */
export async function addStranger(url: string): Promise<Member> {
  const email = uniqueEmail();
  const { token } = await register(url, email, 'Sam Stranger', { organization_name: 'Elsewhere' });
  return memberOf(url, token, email);
}

export async function invite(
  world: World,
  role: 'owner' | 'admin' | 'operator',
  email = uniqueEmail(),
): Promise<{ email: string; invitationId: string; inviteToken: string }> {
  const { status, data } = await world.owner.post<{
    invitation: { invitation_id: string };
    dev_invite_token: string;
  }>('/console/create/invitation', { workspace_id: world.workspaceId, email, role });
  expect(status).toBe(201);
  return {
    email,
    invitationId: data.invitation.invitation_id,
    inviteToken: data.dev_invite_token,
  };
}

/** A new login of an account. */
export async function signIn(url: string, email: string): Promise<{ token: string }> {
  const api = apiOf(url);
  const challengeToken = await startLogin(url, email);
  const sent = await api.post<{ dev_otp: string }>('/console/get/login-otp', {
    challenge_token: challengeToken,
  });
  const verified = await api.post<{ console_token: string }>('/console/verify/login-otp', {
    challenge_token: challengeToken,
    code: sent.data.dev_otp,
  });
  expect(verified.status).toBe(200);
  return { token: verified.data.console_token };
}

/** A login that waits for its second factor. */
export async function startLogin(url: string, email: string): Promise<string> {
  const { status, data } = await apiOf(url).post<{ challenge_token: string }>('/console/login', {
    email,
    password: PASSWORD,
  });
  expect(status).toBe(200);
  return data.challenge_token;
}

/** A registration that waits for its code. */
export async function startRegistration(
  url: string,
): Promise<{ email: string; registrationToken: string; otp: string }> {
  const email = uniqueEmail();
  const { status, data } = await apiOf(url).post<{ registration_token: string; dev_otp: string }>(
    '/console/register',
    { email, password: PASSWORD, display_name: 'Paula Pending', organization_name: 'Soon' },
  );
  expect(status).toBe(201);
  return { email, registrationToken: data.registration_token, otp: data.dev_otp };
}

async function memberOf(url: string, token: string, email: string): Promise<Member> {
  const api = apiOf(url, token);
  const { data } = await api.get<{ account: { account_id: string } }>('/console/fetch/account');
  return { api, token, email, accountId: data.account.account_id };
}
