import { Badge, type Tone } from '../ui/notes';
import { useLanguage } from '../words/language';
import type { Tenant } from '@chat-relay/server/wire/tenants';

const TONES: Record<Tenant['status'], Tone> = {
  active: 'online',
  suspended: 'waiting',
  deleting: 'late',
};

export function StatusBadge({ status }: { status: Tenant['status'] }) {
  const { tenants } = useLanguage().words;
  return <Badge tone={TONES[status]}>{tenants.states[status]}</Badge>;
}
