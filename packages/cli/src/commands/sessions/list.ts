import { minuteOf } from '../../relay/listing';
import { requireLogin } from '../../session/context';
import { printList, type ListOptions } from '../print-list';

interface Session {
  session_id: string;
  ip: string;
  user_agent: string;
  amr: string[];
  is_current: boolean;
  last_seen_at: string;
}

/** The logins of the account, newest first. */
export async function sessions(options: ListOptions): Promise<void> {
  await printList<Session>(
    requireLogin(options).api,
    {
      route: 'console/fetch/sessions',
      plural: 'sessions',
      columns: {
        'SEEN (UTC)': (session) => minuteOf(session.last_seen_at),
        FROM: (session) => session.ip,
        WITH: (session) => (session.is_current ? 'this login' : session.user_agent),
        ID: (session) => session.session_id,
      },
    },
    options,
  );
}
