import { dateLocaleOf, say, type Voice } from '../../tenants/texts/voice';

export interface SystemLineParams {
  waiting: [];
  /** `nextOpenAt`: when an operator will be available, in ms since the epoch; null if unknown. */
  waiting_offline: [{ nextOpenAt: number | null; timezone: string }];
  joined: [{ name: string }];
  left: [];
  transferred: [{ name: string }];
  resolved: [];
  bot_unavailable: [];
}

export type SystemLineKey = keyof SystemLineParams;

/** A line that tells the visitor what is happening. */
export function systemLine<Key extends SystemLineKey>(
  key: Key,
  voice: Voice,
  ...params: SystemLineParams[Key]
): string {
  return LINES[key](voice, ...params);
}

type Lines = {
  [Key in SystemLineKey]: (voice: Voice, ...params: SystemLineParams[Key]) => string;
};

const LINES: Lines = {
  waiting: (voice) => say(voice, 'lineWaiting'),
  waiting_offline: (voice, { nextOpenAt, timezone }) =>
    nextOpenAt === null
      ? say(voice, 'lineWaitingOffline')
      : say(voice, 'lineWaitingFrom', { moment: moment(voice, nextOpenAt, timezone) }),
  joined: (voice, { name }) => say(voice, 'lineJoined', { name }),
  left: (voice) => say(voice, 'lineLeft'),
  transferred: (voice, { name }) => say(voice, 'lineTransferred', { name }),
  resolved: (voice) => say(voice, 'lineResolved'),
  bot_unavailable: (voice) => say(voice, 'lineBotUnavailable'),
};

/** Names the zone too: the visitor's may differ from the shop's. */
function moment(voice: Voice, ms: number, timezone: string): string {
  return new Intl.DateTimeFormat(dateLocaleOf(voice), {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(ms);
}
