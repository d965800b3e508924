/**
 * Volume limits, per minute unless said otherwise. Each has a variable `LIMIT_<NAME>`, because an
 * office of a thousand people may sit behind one address.
 */
export const DEFAULT_LIMITS = {
  register_per_ip: 10,
  login_per_ip: 20,
  verify_per_ip: 30,
  create_session_per_ip: 30,
  refresh_per_ip: 60,
  socket_per_ip: 60,
  console_per_ip: 300,
  widget_config_per_ip: 300,
  visitor_per_ip: 300,
  /** A backend speaks for all of a tenant's visitors. */
  tenant_api_per_ip: 6000,
  create_session_per_tenant: 600,
  /** Messages a second on one visitor socket, and how many may come at once. */
  socket_messages_per_s: 5,
  socket_messages_burst: 20,
  /** The same for all sockets of one session on a node. */
  session_messages_per_s: 10,
  session_messages_burst: 60,
  /** Pages of missed messages that all sockets of one session on a node may ask for. */
  sync_per_s: 1,
  sync_burst: 5,
  /** Visitors' sockets that one address may have open on one node. */
  open_sockets_per_ip: 200,
  /** Quotas: what one visitor, account or workspace may have at most. */
  messages_per_session_day: 2000,
  workspaces_per_account: 20,
  tenants_per_workspace: 100,
  canned_replies_per_workspace: 1000,
  /** Of each budget: what strangers cause, what known addresses cause, and sign-in codes. */
  mails_per_recipient_hour: 5,
  mails_per_recipient_day: 20,
  invitations_per_workspace_day: 50,
  /** Over all workspaces of the account that invites. */
  invitations_per_account_day: 50,
  body_console_bytes: 32 * 1024,
  body_visitor_bytes: 16 * 1024,
  body_account_bytes: 8 * 1024,
  body_tenant_api_bytes: 256 * 1024,
} as const;

export type LimitName = keyof typeof DEFAULT_LIMITS;
export type Limits = Record<LimitName, number> & {
  /** For workspaces and accounts that are younger than a day; a limit that was set holds from the start. */
  readonly firstDay: Pick<
    Record<LimitName, number>,
    'invitations_per_workspace_day' | 'invitations_per_account_day'
  >;
};

/** Counted per minute and relaxed on a developer's machine; sizes, buckets and quotas are not. */
export type RateLimitName = Exclude<
  Extract<LimitName, `${string}_per_ip` | `${string}_per_tenant`>,
  'open_sockets_per_ip'
>;

const LOCAL_FACTOR = 100;
const FIRST_DAY_INVITATIONS = 10;

/** @param chosen what the environment says of one limit, null where it says nothing */
export function createLimits(chosen: (name: LimitName) => number | null, isLocal: boolean): Limits {
  const names = Object.keys(DEFAULT_LIMITS) as LimitName[];
  const given = new Map(names.map((name) => [name, chosen(name)]));
  const limits = Object.fromEntries(
    names.map((name) => {
      const relaxed = isLocal && isRateLimit(name) ? LOCAL_FACTOR : 1;
      return [name, given.get(name) ?? DEFAULT_LIMITS[name] * relaxed];
    }),
  ) as Record<LimitName, number>;
  const onFirstDay = (name: LimitName) => given.get(name) ?? FIRST_DAY_INVITATIONS;
  return {
    ...limits,
    firstDay: {
      invitations_per_workspace_day: onFirstDay('invitations_per_workspace_day'),
      invitations_per_account_day: onFirstDay('invitations_per_account_day'),
    },
  };
}

function isRateLimit(name: LimitName): name is RateLimitName {
  if (name === 'open_sockets_per_ip') return false;
  return name.endsWith('_per_ip') || name.endsWith('_per_tenant');
}
