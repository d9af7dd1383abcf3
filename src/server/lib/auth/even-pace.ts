import type { AuthContext } from './context.ts'

type Pause = Pick<AuthContext, 'pause'>

/** Several times what asking for a mail takes on a machine at rest. Nobody waits for a mail in shorter ones. */
const mailPace = 25

/** More than any hash takes, an imported one of bcrypt too. Who knows the password does not wait. */
const refusalPace = 120

/**
 * Gives the answer, or the refusal, no sooner than after a fixed time. For work that differs in something that a
 * stranger must not learn, such as whether there is anybody to write a letter to: doing the same in both cases comes
 * near, and the rest of the difference, half a millisecond, shows in two hundred tries.
 */
export async function atEvenPace<T>({ pause }: Pause, work: () => Promise<T>): Promise<T> {
  const pausing = pause(mailPace)
  try {
    return await work()
  } finally {
    await pausing
  }
}

/** The same for refusals alone, where an answer tells nothing that the one who asks does not know. */
export async function refuseAtEvenPace<T>({ pause }: Pause, work: () => Promise<T>): Promise<T> {
  const pausing = pause(refusalPace)
  try {
    return await work()
  } catch (error) {
    await pausing
    throw error
  }
}
