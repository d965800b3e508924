import { newId } from '../../../src/platform/ids';
import type { World } from '../../support/world';

export interface Line {
  external_id: string;
  visitor?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  messages: {
    sender: { kind: string; display_name?: string };
    content: string;
    created_at: string;
  }[];
}

export interface Imported {
  conversations: { external_id: string; outcome: string; conversation_id: string | null }[];
  details?: { field: string; code: string }[];
}

/** A visitor who asks, and a person who answers a minute later. */
export function conversation(changes: Partial<Line> = {}): Line {
  return {
    external_id: newId(),
    messages: [
      said('visitor', 'Where is my parcel?', '2024-05-01T09:00:00.000Z'),
      said('agent', 'On its way.', '2024-05-01T09:01:00.000Z', 'Camille'),
    ],
    ...changes,
  };
}

export function said(
  kind: string,
  content: string,
  at: string,
  name?: string,
): Line['messages'][0] {
  const sender = { kind, ...(name !== undefined && { display_name: name }) };
  return { sender, content, created_at: at };
}

export const importInto = (
  { owner, tenantId }: Pick<World, 'owner' | 'tenantId'>,
  conversations: unknown[],
  more: Record<string, unknown> = {},
) =>
  owner.post<Imported>('/console/import/conversations', {
    tenant_id: tenantId,
    conversations,
    ...more,
  });

export const outcomesOf = ({ data }: { data: Imported }): string[] =>
  data.conversations.map(({ outcome }) => outcome);
