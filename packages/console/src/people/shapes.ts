import type { Role } from '../desk/relay/account';
import type { Presence } from '@chat-relay/server/wire/operators';

/** What the relay answers about the people of a workspace, as docs/PROTOCOL.md has it. */

export interface Member {
  workspace_id: string;
  account_id: string;
  email: string;
  display_name: string;
  role: Role;
  created_at: string;
}

export interface Invitation {
  invitation_id: string;
  email: string;
  role: Role;
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  created_at: string;
  expires_at: string;
}

/** An invitation that was sent; in local mode without mail its token comes with it. */
export interface SentInvitation {
  invitation?: Invitation;
  dev_invite_token?: string | null;
}

export interface Operator {
  operator_id: string;
  account_id: string;
  display_name: string;
  tenant_ids: string[];
  routing_keys: string[];
  capacity: number;
  presence: Presence;
  presence_since?: string | null;
}
