import { useContext } from 'preact/hooks';
import type { Operator } from '@chat-relay/server/wire/operators';
import { Badge } from './notes';
import { ClockContext } from './time';
import { useLanguage } from '../words/language';

const TONES = { online: 'online', away: 'waiting', absent: 'waiting', offline: 'neutral' } as const;

/** Without the time, it is unknown since when. */
type Shown = Pick<Operator, 'presence'> & { presence_since?: string | null };

/** Shows an operator's presence, and since when they are not online. */
export function PresenceBadge({ of }: { of: Shown }) {
  const { words } = useLanguage();
  const since = usePresenceSince(of);
  return (
    <>
      <Badge tone={TONES[of.presence]}>{words.inbox.presences[of.presence]}</Badge>{' '}
      {since !== null && <span class="meta">{since}</span>}
    </>
  );
}

/** "last seen 5 min. ago" or "for 5 min"; null for online operators, or if the time is unknown. */
export function usePresenceSince(of: Shown): string | null {
  const { words, format } = useLanguage();
  const clock = useContext(ClockContext);
  const { presence, presence_since: at } = of;
  if (presence === 'online' || !at) return null;
  const atMs = Date.parse(at);
  if (presence === 'absent') return words.inbox.lastSeenAgo(format.relative(atMs, clock.value));
  return words.inbox.presentFor(format.duration(Math.max(60, (clock.value - atMs) / 1000)));
}
