/**
 * Functions without arguments that tell every stranger the same, and for how many seconds one answer serves them all.
 * The site asks for these, so they come as often as visitors do.
 */
export const sharedCalls: ReadonlyMap<string, number> = new Map([['free_calls_this_week', 60]])
