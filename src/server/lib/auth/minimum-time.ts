import type { AuthContext } from './context.ts'

type Pause = Pick<AuthContext, 'pause'>

/** Milliseconds of the answer to a mail request at least: several times its work, and less than the mail's delivery. */
const mailTime = 25

/** Milliseconds at least where a password is hashed: longer than that takes. */
const hashTime = 120

/**
 * Answers or refuses no sooner than after a fixed time, so that the duration does not reveal whether an account exists.
 * The same work in both cases still differs by half a millisecond, which shows in two hundred tries.
 */
export async function withMinimumTime<T>(
  { pause }: Pause,
  work: () => Promise<T>,
  least = mailTime,
): Promise<T> {
  const pausing = pause(least)
  try {
    return await work()
  } finally {
    await pausing
  }
}

/** Delays refused sign-ins alone: a correct password does not wait, and its answer reveals nothing new to the client. */
export async function withMinimumRefusalTime<T>({ pause }: Pause, work: () => Promise<T>): Promise<T> {
  const pausing = pause(hashTime)
  try {
    return await work()
  } catch (error) {
    await pausing
    throw error
  }
}
