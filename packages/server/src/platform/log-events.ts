interface LogEventRecord {
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug';
  /** The text for docs/OPERATIONS.md. */
  meaning: string;
}

/** Every event of the log, by its stable name `subject.what_happened`. Names are added, never renamed. */
export const LOG_EVENTS = {
  'relay.listening': { level: 'info', meaning: 'The relay accepts connections.' },
  'relay.draining': { level: 'info', meaning: 'A signal arrived: the relay stops accepting.' },
  'relay.stopped': { level: 'info', meaning: 'The relay has drained and exits.' },
  'relay.start_failed': {
    level: 'fatal',
    meaning: 'The relay could not start. The exit code is 1.',
  },
  'relay.start_refused': {
    level: 'debug',
    meaning: 'The cause of a start that ended with exit code 78 or 75.',
  },
  'relay.part_not_stopped': {
    level: 'error',
    meaning: 'A part of the relay could not be stopped; the others were.',
  },
  'relay.listener_failed': {
    level: 'error',
    meaning: 'A bug: a listener inside the relay failed.',
  },
  'relay.unhandled_rejection': { level: 'error', meaning: 'A bug: report it with its stack.' },
  'event_loop.held': {
    level: 'warn',
    meaning:
      'One turn of the event loop took over 200 ms: everyone else waited. `work` names what ran, the likeliest first.',
  },
  'config.warning': { level: 'warn', meaning: 'A setting that is unknown or unsafe.' },
  'http.request': { level: 'info', meaning: 'A request was answered.' },
  'http.probe': { level: 'debug', meaning: 'A probe was answered: the node is well.' },
  'http.request_failed': {
    level: 'error',
    meaning: 'A request was answered with `internal_error`: a bug.',
  },
  'http.forwarded_for_ignored': {
    level: 'warn',
    meaning:
      '`X-Forwarded-For` comes from `peer`, which is not in `TRUSTED_PROXIES`. If `peer` is your proxy, all visitors count as one address. At most one line an hour.',
  },
  'http.storage_unavailable': {
    level: 'warn',
    meaning: 'A request was answered with `storage_unavailable`.',
  },
  'database.waiting': {
    level: 'warn',
    meaning: 'The database is unreachable at start-up; the relay tries again for 30 s.',
  },
  'database.not_durable': {
    level: 'warn',
    meaning: 'The database may lose commits when its host crashes.',
  },
  'database.session_refused': {
    level: 'error',
    meaning:
      'A connection to the database is not used: its session lacks a setting that the relay needs.',
  },
  'database.checkpoint_failed': {
    level: 'warn',
    meaning: 'SQLite’s write-ahead log could not be emptied; it is tried again.',
  },
  'migration.applied': { level: 'info', meaning: 'A migration of the schema is complete.' },
  'migration.waiting': { level: 'info', meaning: 'Another node migrates the database.' },
  'migration.lease_not_renewed': { level: 'debug', meaning: 'One renewal of the lease failed.' },
  'migration.taken_over': { level: 'debug', meaning: 'Another node continues the migration.' },
  'redis.unreachable': {
    level: 'warn',
    meaning: 'Redis is down; changes are read from the database.',
  },
  'redis.degraded': {
    level: 'warn',
    meaning:
      'Redis answers, but notices between nodes get lost or limits can’t be counted; changes are read from the database.',
  },
  'redis.connection_failed': { level: 'debug', meaning: 'The error behind `redis.unreachable`.' },
  'redis.back': { level: 'info', meaning: 'Redis is reachable again.' },
  'changes.read_failed': {
    level: 'warn',
    meaning: 'Changes that Redis did not deliver could not be read from the database.',
  },
  'maintenance.failed': {
    level: 'warn',
    meaning: 'Expired data could not be deleted; it is tried again in ten minutes.',
  },
  'account.super_admin_seeded': {
    level: 'info',
    meaning: 'The account of `SYSTEM_ADMIN_EMAIL` was checked or created.',
  },
  'account.totp_not_disabled': {
    level: 'warn',
    meaning:
      'The authenticator could not be told that an account was deleted: it keeps its secret.',
  },
  'account.weak_password_accepted': {
    level: 'warn',
    meaning: 'Local mode accepted a password that production refuses.',
  },
  'console_session.touch_failed': {
    level: 'warn',
    meaning: 'The time of a login’s last use could not be stored.',
  },
  'authenticator.unreachable': {
    level: 'warn',
    meaning: 'The authenticator service gave no valid answer.',
  },
  'answer_mail.failed': {
    level: 'warn',
    meaning: 'Answers could not be queued as mails; that continues in 2 s.',
  },
  'waiting_mail.failed': {
    level: 'warn',
    meaning: 'Operators could not be mailed that a visitor waits; that continues in 5 s.',
  },
  'mail.not_sent': { level: 'warn', meaning: 'A mail could not be sent; it is tried again.' },
  'mail.outbox_unreadable': { level: 'error', meaning: 'Queued mails could not be read.' },
  'widget.sightings_not_stored': {
    level: 'warn',
    meaning: 'Sightings of the widget could not be stored; they are in the next attempt.',
  },
  'search.not_indexed': {
    level: 'warn',
    meaning: 'Messages could not be made searchable; they are in the next attempt.',
  },
  'reports.not_folded': {
    level: 'warn',
    meaning: 'Entries of reports could not be added to their totals; they are in the next attempt.',
  },
  'tenant.erasure_failed': {
    level: 'warn',
    meaning: 'A deleted tenant could not be erased; it continues in 20 s.',
  },
  'assignment.failed': {
    level: 'warn',
    meaning: 'Waiting conversations could not be handed out; it is tried again in 5 s.',
  },
  'attachments.removal_failed': {
    level: 'warn',
    meaning:
      'The bytes of a removed file could not be deleted from the storage; it tries again in 5 minutes.',
  },
  'attachments.lease_failed': {
    level: 'warn',
    meaning: 'The leases of uploads that are arriving could not be renewed; after 45 s they end.',
  },
  'attachments.scan_failed': {
    level: 'warn',
    meaning: 'A file could not be scanned and stays closed; it is tried again later.',
  },
  'attachments.infected': {
    level: 'warn',
    meaning: 'The scanner found something in a file. Its bytes are removed.',
  },
  'account.change_not_shown': {
    level: 'warn',
    meaning:
      'Open pages show an account as it was before a change: the database could not name its workspaces.',
  },
  'attachments.scan_not_shown': {
    level: 'warn',
    meaning: 'Open pages were not told the result of a scan; they see it when they read again.',
  },
  'retention.failed': {
    level: 'warn',
    meaning: 'Old conversations could not be deleted; it continues in a minute.',
  },
  'tenant.check_failed': {
    level: 'warn',
    meaning: 'A tenant could not be looked up to end its refused sockets.',
  },
  'tenant.changes_unreadable': {
    level: 'warn',
    meaning: 'Changed tenants could not be read from the database.',
  },
  'operator.touch_failed': {
    level: 'warn',
    meaning: 'An operator’s sign of life could not be stored.',
  },
  'operator.presence_unread': {
    level: 'warn',
    meaning: 'Who is there could not be read: consoles show what they know.',
  },
  'operator.release_failed': {
    level: 'warn',
    meaning: 'Conversations of absent operators could not be released.',
  },
  'snooze.not_ended': {
    level: 'warn',
    meaning: 'A snooze of a conversation whose time has come could not be ended yet.',
  },
  'operator.released_elsewhere': {
    level: 'debug',
    meaning: 'Another node released the conversation first.',
  },
  'visitor_pages.not_kept': {
    level: 'warn',
    meaning: 'The database did not take which pages some visitors are on. They are lost.',
  },
  'widget_socket.frame_failed': { level: 'error', meaning: 'A bug: a visitor’s frame failed.' },
  'console_feed.check_failed': {
    level: 'warn',
    meaning: 'The login of an open console socket could not be checked.',
  },
  'console_feed.failed': { level: 'error', meaning: 'Work for a console socket failed.' },
  'queue.read_failed': { level: 'warn', meaning: 'Queue positions could not be read.' },
  'bot.failed': { level: 'error', meaning: 'The built-in bot could not answer.' },
  'bot.actions_ignored': {
    level: 'warn',
    meaning: 'A backend’s answer contained more or other actions than allowed.',
  },
  'bot.stream_failed': {
    level: 'warn',
    meaning: "A tenant's streamed answer broke off, or was refused; nothing of it was said.",
  },
  'bot.embeddings_failed': {
    level: 'warn',
    meaning:
      'An embedding model gave no usable vectors; `reason` says why. Passages are found by their words alone.',
  },
  'bot.vectors_not_made': {
    level: 'warn',
    meaning: 'Vectors of passages could not be stored; it is tried again in 30 s.',
  },
  'bot.vectors_not_read': {
    level: 'warn',
    meaning: 'Vectors of passages could not be read; they are found by their words alone.',
  },
  'bot.model_failed': {
    level: 'warn',
    meaning: 'A model did not answer, or not in time; the built-in bot answered.',
  },
  'bot.translation_failed': {
    level: 'warn',
    meaning: 'A model did not translate for an operator, who was told; `reason` says why.',
  },
  'bot.answer_refused': {
    level: 'info',
    meaning: 'A model’s answer did not pass the ground check; a person was asked for.',
  },
  'bot.tokens_used_up': {
    level: 'info',
    meaning: 'A tenant has used its model’s tokens of today; the built-in bot answered.',
  },
  'bot.action_too_late': {
    level: 'info',
    meaning: 'A bot’s action was refused, because the conversation had changed.',
  },
  'knowledge.not_searched': {
    level: 'warn',
    meaning:
      'A bot answered without the knowledge documents. `reason`: `too_many` questions wait, the answer was `too_slow`, or the thread that searches has `ended` twice.',
  },
  'knowledge.thread_ended': {
    level: 'error',
    meaning:
      'The thread that searches knowledge documents ended. It starts again, and reads the documents again.',
  },
  'callback.claim_failed': { level: 'error', meaning: 'Queued callbacks could not be read.' },
  'callback.lane_dropped': {
    level: 'error',
    meaning: 'Work on a conversation’s callbacks failed; it continues after the lease.',
  },
  'callback.lane_taken_over': {
    level: 'debug',
    meaning: 'Another node continues a conversation’s callbacks.',
  },
  'callback.prepare_failed': { level: 'error', meaning: 'A callback could not be prepared.' },
  'callback.proxy_down': {
    level: 'error',
    meaning:
      'The proxy of `CALLBACK_PROXY` is unreachable, or refuses its user and password: `reason` says what it is. At most one line a minute; `more` counts the others.',
  },
  'callback.results_not_stored': {
    level: 'warn',
    meaning: 'The last results of callbacks could not be stored; it is tried again.',
  },
  'callback.settle_failed': {
    level: 'warn',
    meaning: 'The outcome of an attempt could not be stored; it is tried again.',
  },
  'callback.answer_failed': {
    level: 'error',
    meaning: 'The actions in a backend’s answer could not be applied.',
  },
  'callback.owners_not_notified': {
    level: 'warn',
    meaning: 'The mail about failing callbacks could not be queued; it is tried again.',
  },
} as const satisfies Record<string, LogEventRecord>;

export type LogEvent<Level extends LogEventRecord['level']> = {
  [Name in keyof typeof LOG_EVENTS]: (typeof LOG_EVENTS)[Name]['level'] extends Level
    ? Name
    : never;
}[keyof typeof LOG_EVENTS];
