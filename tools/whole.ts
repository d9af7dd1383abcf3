/**
 * `npm test -- --whole` runs property tests with all their cases, and each journey in its full breadth. Without it
 * the gate runs fewer cases from a fixed seed, so that a failure is caused by the change.
 */
export const whole = process.env.WHOLE === '1'
