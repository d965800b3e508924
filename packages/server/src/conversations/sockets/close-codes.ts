/** Close codes of the visitor socket. Clients act on the number only. */
export const CLOSE = {
  unsupportedData: 1003,
  policy: 1008,
  restarting: 1012,
  overloaded: 1013,
  tokenInvalid: 4401,
  suspended: 4403,
  sessionOver: 4404,
  replaced: 4409,
  flood: 4429,
} as const;

export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];
