import { Overloaded } from './overload.ts'

export interface GroupLimits {
  /** Maximum number of items in a group; a single larger batch forms a separate group. */
  group: number
  /** Maximum number of concurrent groups. */
  running: number
  /**
   * Number of waiting batches at which another group starts in parallel. For fewer batches, a parallel group would not
   * be worth its cost.
   */
  company: number
  /** Maximum number of waiting items. A batch that would exceed this number is refused. */
  waiting: number
}

interface Batch<Item> {
  items: readonly Item[]
  settle: (error?: unknown) => void
}

/**
 * Collects batches that arrive at the same time and stores them together, so that they share a commit. If no group
 * is running, a new group starts at once. Groups collect batches only while other groups run; if enough batches
 * wait, another group starts in parallel.
 */
export class GroupCommit<Item> {
  readonly #store: (batches: readonly (readonly Item[])[]) => Promise<readonly unknown[]>
  readonly #limits: GroupLimits
  #queue: Batch<Item>[] = []
  #waiting = 0
  #running = 0
  #planned = false

  /**
   * `store` stores the batches and returns an entry for each batch: undefined, or the reason why the batch was not
   * stored. If `store` throws, no batch counts as stored.
   */
  constructor(store: (batches: readonly (readonly Item[])[]) => Promise<readonly unknown[]>, limits: GroupLimits) {
    this.#store = store
    this.#limits = limits
  }

  /** Resolves when these items are stored; rejects if they cannot be stored. */
  add(items: readonly Item[]): Promise<void> {
    if (this.#waiting + items.length > this.#limits.waiting)
      return Promise.reject(new Overloaded('write queue is full'))
    this.#waiting += items.length
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error))
      this.#queue.push({ items, settle })
      this.#plan()
    })
  }

  /** Runs in a later turn of the event loop, because requests that arrive together are read one after the other. */
  #plan(): void {
    if (this.#planned || !this.#mayStart()) return
    this.#planned = true
    setImmediate(() => {
      this.#planned = false
      if (!this.#mayStart()) return
      void this.#run(this.#take())
      this.#plan()
    })
  }

  #mayStart(): boolean {
    if (this.#running === 0) return this.#queue.length > 0
    return this.#running < this.#limits.running && this.#queue.length >= this.#limits.company
  }

  #take(): Batch<Item>[] {
    let items = 0
    const end = this.#queue.findIndex((batch, index) => {
      items += batch.items.length
      return index > 0 && items > this.#limits.group
    })
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end)
  }

  async #run(group: Batch<Item>[]): Promise<void> {
    this.#running++
    for (const { items } of group) this.#waiting -= items.length
    try {
      const refusals = await this.#store(group.map(({ items }) => items))
      for (const [index, { settle }] of group.entries()) settle(refusals[index])
    } catch (error) {
      for (const { settle } of group) settle(error)
    }
    this.#running--
    this.#plan()
  }
}
