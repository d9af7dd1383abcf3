/**
 * Functions with the same result for every stranger, the seconds for which a result is shared, and the arguments that
 * it depends on. The site calls them for every visitor.
 */
export const sharedCalls: ReadonlyMap<string, { seconds: number; arguments: readonly string[] }> = new Map([
  ['free_calls_this_week', { seconds: 60, arguments: [] }],
  ['callers', { seconds: 60, arguments: [] }],
  ['free_times', { seconds: 15, arguments: ['from_day', 'days', 'zone'] }],
])
