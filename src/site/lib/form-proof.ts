import type { Challenge, Solution } from 'altcha-lib'
import { proofPath } from '#shared/contract/form-proof.ts'

export interface Solved {
  /** The value of the request header. */
  text: string
  /** When it expires, in milliseconds since 1970, by this browser's clock. */
  until: number
}

/** The server accepts it for an hour, less a margin for clock drift and latency. */
const goodFor = 50 * 60_000
const patience = 10_000

/** Fetches a challenge and solves it in a worker, so that typing is not blocked. */
export async function solveProof(): Promise<Solved> {
  const until = Date.now() + goodFor
  const answer = await fetch(proofPath, { signal: AbortSignal.timeout(patience) })
  if (!answer.ok) throw new Error('no challenge')
  const challenge = (await answer.json()) as Challenge
  const solution = await inWorker(challenge)
  return { text: btoa(JSON.stringify({ challenge, solution })), until }
}

function inWorker(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => {
      if (data) resolve(data)
      else reject(new Error('not solved'))
    })
    worker.addEventListener('error', () => reject(new Error('no worker')))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
