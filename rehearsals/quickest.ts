/** The maximum number of runs. */
const most = 3

/**
 * The shortest time of a few runs, in milliseconds; runs again only after `bound` or more. Other work of a machine can delay
 * a run by seconds, while a defect delays every run.
 */
export async function quickest(bound: number, go: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < most && least >= bound; turn++) least = Math.min(least, await go())
  return least
}

export async function took(work: () => unknown): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
