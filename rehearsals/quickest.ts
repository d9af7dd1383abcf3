/** Goes that are taken at most. */
const most = 3

/**
 * The least that a go gives, in milliseconds; the next is taken only where the one before took `bound` or more. What else
 * a machine does can only add to a time, by a second and longer, while a fault adds to every go.
 */
export async function quickest(bound: number, go: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < most && least >= bound; turn++) least = Math.min(least, await go())
  return least
}

/** The milliseconds until this is done. */
export async function took(work: () => unknown): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
