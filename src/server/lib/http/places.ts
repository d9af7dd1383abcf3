/**
 * Counts places: a limit for all clients and one for each. A null client stands for many, without a limit of its own.
 */
export class Places {
  readonly #all: number
  readonly #each: number
  readonly #held = new Map<string, number>()
  #taken = 0

  constructor(all: number, each: number) {
    this.#all = all
    this.#each = each
  }

  hasOwnLeft(client: string | null): boolean {
    return client === null || (this.#held.get(client) ?? 0) < this.#each
  }

  /** Takes a place and returns a function that gives it back, once; null where none is free. */
  take(client: string | null): (() => void) | null {
    if (this.#taken >= this.#all || !this.hasOwnLeft(client)) return null
    this.#add(client, 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#add(client, -1)
      isHeld = false
    }
  }

  #add(client: string | null, change: 1 | -1): void {
    this.#taken += change
    if (client === null) return
    const held = (this.#held.get(client) ?? 0) + change
    if (held > 0) this.#held.set(client, held)
    else this.#held.delete(client)
  }
}
