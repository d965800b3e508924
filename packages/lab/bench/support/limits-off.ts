import { generousMessageLimits } from '../../../server/test/support/message-limits';

/** Settings that switch limits off, because all load comes from one address. */
export const LIMITS_OFF = {
  ...generousMessageLimits,
  ...Object.fromEntries(
    [
      'MESSAGES_PER_SESSION_DAY',
      'OPEN_SOCKETS_PER_IP',
      'TENANTS_PER_WORKSPACE',
      'CREATE_SESSION_PER_IP',
      'CREATE_SESSION_PER_TENANT',
      'SOCKET_PER_IP',
      'CONSOLE_PER_IP',
    ].map((limit) => [`LIMIT_${limit}`, '1000000']),
  ),
};
