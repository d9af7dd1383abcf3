/**
 * Functions that tell every stranger the same, for how many seconds one answer serves all who ask the same, and with which
 * arguments they do. The site asks for these, so they come as often as visitors do.
 */
export const sharedCalls: ReadonlyMap<string, { seconds: number; arguments: readonly string[] }> = new Map([
  ['free_calls_this_week', { seconds: 60, arguments: [] }],
  ['callers', { seconds: 60, arguments: [] }],
  ['free_times', { seconds: 15, arguments: ['from_day', 'days', 'zone'] }],
])

/**
 * Functions that change nothing, read much, and whose answer may be some seconds old, so that a replica may give it. None
 * shows what somebody has just done at the desk. An export is not among them: it writes into the log what it gives.
 */
export const replicaCalls: ReadonlySet<string> = new Set(['insights', 'insights_live'])
