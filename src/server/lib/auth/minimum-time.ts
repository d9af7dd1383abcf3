import type { AuthContext } from './context.ts'

type Pause = Pick<AuthContext, 'pause'>

/** Milliseconds of the answer to a mail request at least: several times its work, and less than the mail's delivery. */
const mailTime = 25

/** Milliseconds of a refused sign-in at least: longer than checking any hash. A correct password does not wait. */
const refusalTime = 120

/**
 * Answers or refuses no sooner than after a fixed time, so that the duration does not reveal whether an account exists.
 * The same work in both cases still differs by half a millisecond, which shows in two hundred tries.
 */
export async function withMinimumTime<T>({ pause }: Pause, work: () => Promise<T>): Promise<T> {
  const pausing = pause(mailTime)
  try {
    return await work()
  } finally {
    await pausing
  }
}

/** Delays refusals alone, where a positive answer reveals nothing new to the client. */
export async function withMinimumRefusalTime<T>({ pause }: Pause, work: () => Promise<T>): Promise<T> {
  const pausing = pause(refusalTime)
  try {
    return await work()
  } catch (error) {
    await pausing
    throw error
  }
}
