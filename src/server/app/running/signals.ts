// Separate from life.ts, so that the supervisor does not load the server.

/** Signals that ask a process to end. SIGHUP comes from a closing terminal, SIGQUIT from Ctrl-\. */
export const signals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const

/**
 * Signals that arrive within this many milliseconds count as one. Ctrl-C reaches every process of the group, and npm
 * and the supervisor, which belong to it, pass theirs on. A deliberate second press comes later.
 */
export const onePress = 1000

/** The exit code for a setting that must be changed first, EX_CONFIG of sysexits.h: a supervisor does not restart. */
export const wrongSetting = 78
