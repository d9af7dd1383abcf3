import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/lib/log.ts'
import { closeWhatIsLost } from './serving-handover.ts'
import type { ToMain, ToServing } from './serving-words.ts'

/** A process that served for so many milliseconds was no failure of its start. */
const settled = 10_000
/** Milliseconds before another is put in the place of one that failed, doubled each time. */
const firstPause = 500
const longestPause = 30_000
/** After so many failures in a row, while no process serves, the operator is told. */
const mostFailures = 5
/** Milliseconds in which a process ends in order, besides those for which it says so before. */
const longestStop = 10_000

export interface KeeperOptions {
  log: Log
  /** Milliseconds for which a process that is about to end says that it is not ready. */
  readyOff: number
  /** Starts one; the environment is that of all. */
  fork: (number: number) => Worker
  /** Nobody serves, and none can be started. */
  onLost: (why: ServingFailed) => void
}

interface End {
  pid: number | undefined
  code: number | null
  signal: string | null
}

interface Born {
  ended: Promise<End>
  since: number
}

/** Why a process did not come to serve. */
export class ServingFailed extends Error {
  override name = 'ServingFailed'
}

/** Keeps so many serving processes: one that ends is replaced, and not in a hurry when that fails. */
export class ServingProcesses {
  readonly #options: KeeperOptions
  readonly #all = new Set<Worker>()
  readonly #serving = new Set<Worker>()
  #isOurs = true
  readonly #stop = new AbortController()

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  /** Starts all of them. The first makes what is made once, such as the files of this release; the others find it. */
  async start(processes: number): Promise<void> {
    const numbers = Array.from({ length: processes }, (_, index) => index + 1)
    const [one = 1, ...others] = numbers
    const first = await this.#begin(one)
    const born = [first, ...(await Promise.all(others.map((number) => this.#begin(number))))]
    for (const [index, each] of born.entries()) void this.#replace(index + 1, each)
  }

  /** Says whether the embedded database is ours. */
  tellOurs(isOurs: boolean): void {
    this.#isOurs = isOurs
    for (const worker of this.#all) say(worker, { say: 'database', isOurs })
  }

  /** Ends all of them, in order if they can. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.all(
      [...this.#all].map(async (worker) => {
        const ended = once(worker, 'exit')
        say(worker, { say: 'stop' })
        const timer = setTimeout(() => worker.process.kill('SIGKILL'), this.#options.readyOff + longestStop)
        await ended
        clearTimeout(timer)
      }),
    )
  }

  /** Starts one, and resolves when it serves. */
  async #begin(number: number): Promise<Born> {
    const { fork, log } = this.#options
    const worker = fork(number)
    const { pid } = worker.process
    let failure = ''
    this.#all.add(worker)
    closeWhatIsLost(worker)
    worker.on('error', (error) => log.warn({ err: error, pid }, 'a serving process cannot be reached'))
    const ended = endOf(worker).then((end) => {
      this.#all.delete(worker)
      this.#serving.delete(worker)
      return end
    })
    say(worker, { say: 'database', isOurs: this.#isOurs })
    const served = new Promise<null>((resolve) => {
      worker.on('message', (message: ToMain) => {
        if (message.say === 'serves') resolve(null)
        else if (message.say === 'failed') failure = message.sentence
      })
    })
    const end = await Promise.race([served, ended])
    if (end) throw new ServingFailed(failure || endedEarly(end))
    this.#serving.add(worker)
    log.info({ process: number, pid }, 'a process serves')
    return { ended, since: performance.now() }
  }

  /** Replaces it whenever it ends: at once, or after a while where that has failed before. */
  async #replace(number: number, first: Born): Promise<void> {
    const { log, onLost } = this.#options
    let failures = 0
    let last = new ServingFailed(
      'Every serving process ends soon after its start; the log above may say why.',
    )
    for (let born: Born | null = first; ; ) {
      if (born) {
        const end = await born.ended
        if (this.#stop.signal.aborted) return
        failures = performance.now() - born.since > settled ? 0 : failures + 1
        log.error({ process: number, ...end }, 'a serving process has ended, and is replaced')
      }
      if (failures >= mostFailures && this.#serving.size === 0) return onLost(last)
      if (failures > 0)
        await sleep(pauseAfter(failures), undefined, { signal: this.#stop.signal }).catch(() => {})
      if (this.#stop.signal.aborted) return
      born = await this.#begin(number).catch((error: ServingFailed) => {
        failures++
        last = error
        log.error({ process: number, reason: error.message }, 'a serving process could not be replaced')
        return null
      })
    }
  }
}

async function endOf(worker: Worker): Promise<End> {
  const { pid } = worker.process
  // For want of memory there may be none.
  if (pid === undefined) return { pid, code: null, signal: null }
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
  return { pid, code, signal }
}

const pauseAfter = (failures: number) => Math.min(longestPause, firstPause * 2 ** (failures - 1))

const endedEarly = ({ code, signal }: End) =>
  `A serving process ended before it served (${signal ?? `exit code ${code}`}); the log above may say why.`

function say(worker: Worker, message: ToServing): void {
  worker.send(message, undefined, undefined, () => {})
}
