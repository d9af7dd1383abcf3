// Separate from life.ts, so that the supervisor does not load the server's code.

/** Signals that ask a process to end. SIGHUP is sent by a closing terminal, SIGQUIT by Ctrl-\. */
export const signals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const

/**
 * Signals that arrive within this many milliseconds count as one. Ctrl-C reaches every process in the group, and two of
 * them, npm and the supervisor, pass the signal on. A deliberate second key press comes later.
 */
export const onePress = 1000

/**
 * Exit code EX_CONFIG from sysexits.h: a setting must be changed first, so a supervisor does not restart the server.
 */
export const wrongSetting = 78
