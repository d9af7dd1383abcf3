/** What stands at a place. */
export interface Holder {
  /** Nobody is being answered there: it goes before one where somebody is. */
  isIdle: () => boolean
  end: () => void
}

type Places = Map<Holder, () => void>

/**
 * Places of which many clients want one each moment. A client that has as many as are still free takes no further one of
 * those: alone it comes to half of all, and the other half is there for whoever comes. Who would get none, or few, takes one
 * of the client that has the most, if that is more than twice as many. So no number has to be guessed for an office behind
 * one address, and to shut somebody out takes half as many addresses as there are places.
 */
export class FairShare {
  readonly #places: number
  readonly #mostEach: number
  readonly #endSpare: () => boolean
  readonly #held = new Map<string, Places>()
  #taken = 0

  /** `endSpare` gives back a place that nobody misses, and says whether there was one. */
  constructor(places: number, mostEach = places, endSpare = () => false) {
    this.#places = places
    this.#mostEach = mostEach
    this.#endSpare = endSpare
  }

  /**
   * Takes a place and gives what gives it back; null where there is none for this client. A null client stands for many,
   * whose share nobody here can tell: its places count for the sum alone, and are never taken away.
   */
  take(client: string | null, holder: Holder): (() => void) | null {
    const held = () => (client === null ? 0 : (this.#held.get(client)?.size ?? 0))
    if (held() >= this.#mostEach) return null
    const isFree = () => {
      const free = this.#places - this.#taken
      return client === null ? free > 0 : held() < free
    }
    while (!isFree() && this.#endSpare());
    return isFree() || this.#makeRoom(held()) ? this.#hold(client, holder) : null
  }

  #hold(client: string | null, holder: Holder): () => void {
    const places: Places = (client !== null && this.#held.get(client)) || new Map()
    const giveBack = () => {
      if (!places.delete(holder)) return
      this.#taken--
      if (client !== null && places.size === 0) this.#held.delete(client)
    }
    this.#taken++
    places.set(holder, giveBack)
    if (client !== null) this.#held.set(client, places)
    return giveBack
  }

  /** Ends the oldest holder of the client with the most, one that is idle if there is one. */
  #makeRoom(held: number): boolean {
    let most: Places | undefined
    for (const places of this.#held.values()) if (!most || places.size > most.size) most = places
    if (!most || most.size <= 2 * (held + 1)) return false
    const holders = [...most.keys()]
    const holder = holders.find(({ isIdle }) => isIdle()) ?? holders[0]
    if (!holder) return false
    most.get(holder)?.()
    holder.end()
    return true
  }
}
