/**
 * Functions that tell every stranger the same, for how many seconds one answer serves all who ask the same, and with which
 * arguments they do. The site asks for these, so they come as often as visitors do.
 */
export const sharedCalls: ReadonlyMap<string, { seconds: number; arguments: readonly string[] }> = new Map([
  ['free_calls_this_week', { seconds: 60, arguments: [] }],
  ['callers', { seconds: 60, arguments: [] }],
  ['free_times', { seconds: 15, arguments: ['from_day', 'days', 'zone'] }],
])
