import { Badge, type Tone } from '../ui/notes';
import { useLanguage } from '../words/language';
import type { TenantStatus } from './shapes';

const TONES: Record<TenantStatus, Tone> = {
  active: 'online',
  suspended: 'waiting',
  deleting: 'late',
};

export function StatusBadge({ status }: { status: TenantStatus }) {
  const { tenants } = useLanguage().words;
  return <Badge tone={TONES[status]}>{tenants.states[status]}</Badge>;
}
