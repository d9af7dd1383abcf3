/** Now, in milliseconds since 1970. Passed in, so that a test may say what time it is. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
