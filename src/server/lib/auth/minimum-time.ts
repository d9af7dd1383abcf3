import type { AuthContext } from './context.ts'

type Pause = Pick<AuthContext, 'pause'>

/**
 * Milliseconds that the answer to a request for a mail takes; several times the work behind it on an idle machine. A
 * mail takes longer to arrive than that, so nobody waits for the answer.
 */
const mailTime = 25

/**
 * Milliseconds that a refused sign-in takes; longer than checking any hash. Whoever
 * knows the password does not wait.
 */
const refusalTime = 120

/**
 * Gives the answer, or the refusal, no sooner than after a fixed time. For work that differs in something that a
 * stranger must not learn, such as whether there is anybody to write a letter to: doing the same in both cases comes
 * near, and the rest of the difference, half a millisecond, shows in two hundred tries.
 */
export async function withMinimumTime<T>({ pause }: Pause, work: () => Promise<T>): Promise<T> {
  const pausing = pause(mailTime)
  try {
    return await work()
  } finally {
    await pausing
  }
}

/** The same for refusals alone, where an answer tells nothing that the one who asks does not know. */
export async function withMinimumRefusalTime<T>({ pause }: Pause, work: () => Promise<T>): Promise<T> {
  const pausing = pause(refusalTime)
  try {
    return await work()
  } catch (error) {
    await pausing
    throw error
  }
}
