/** Exit codes of sysexits.h, which service managers know. */
export const EXIT = {
  /** An unknown argument. */
  usage: 64,
  /** A temporary failure. */
  unreachable: 75,
  /** Failures that an administrator must fix. */
  config: 78,
} as const;
