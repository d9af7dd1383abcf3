/**
 * `npm test -- --whole`: properties are tried as often as their tests say, and each journey is made in all its breadth.
 * Without it the gate tries fewer cases, always the same ones, so that a failure is the fault of the change.
 */
export const whole = process.env.WHOLE === '1'
