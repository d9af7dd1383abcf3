// Apart from life.ts, so that the supervisor loads nothing of the server.

/** Signals that ask a process to end. SIGHUP comes from a terminal that closes, SIGQUIT from Ctrl-\. */
export const signals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const

/**
 * Signals that arrive within so many milliseconds count as one. A press of Ctrl-C reaches every process of the group, and
 * npm and the supervisor, which are among them, pass theirs on. A person who presses a second time has waited longer.
 */
export const onePress = 1000

/** The exit code for a setting that must be changed first, EX_CONFIG of sysexits.h: a supervisor does not try again. */
export const wrongSetting = 78
