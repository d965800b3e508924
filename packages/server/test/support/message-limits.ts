/** Settings for tests whose visitors write more, and faster, than one visitor may. */
export const generousMessageLimits = {
  LIMIT_SOCKET_MESSAGES_PER_S: '1000000',
  LIMIT_SOCKET_MESSAGES_BURST: '1000000',
  LIMIT_SESSION_MESSAGES_PER_S: '1000000',
  LIMIT_SESSION_MESSAGES_BURST: '1000000',
  LIMIT_MESSAGES_PER_SESSION_DAY: '1000000',
};
