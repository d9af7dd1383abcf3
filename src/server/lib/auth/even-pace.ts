import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds: several times what these answers take on a machine at rest. Nobody waits for a mail in shorter ones. */
const pace = 25

/**
 * Gives the answer, or the refusal, no sooner than after a fixed time. For work that differs in something that a
 * stranger must not learn, such as whether there is anybody to write a letter to: doing the same in both cases comes
 * near, and the rest of the difference, half a millisecond, shows in two hundred tries. `pause` is for tests.
 */
export async function atEvenPace<T>(
  work: () => Promise<T>,
  pause: () => Promise<unknown> = () => sleep(pace),
): Promise<T> {
  const pausing = pause()
  try {
    return await work()
  } finally {
    await pausing
  }
}
