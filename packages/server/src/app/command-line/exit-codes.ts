/** As in sysexits.h. */
export const EXIT = {
  /** An argument that the program doesn't know. */
  usage: 64,
  /** A failure that may pass. */
  unreachable: 75,
  /** What a person must change. */
  config: 78,
} as const;
