/**
 * Places of which many clients want one each moment. A client that has as many as are still free gets no further one:
 * alone it comes to half of all, beside others that are greedy too to as much as each of them, and always as many are
 * free as the greediest has. So no number has to be guessed for an office behind one address, and to shut others out
 * takes nearly as many addresses as there are places.
 */
export class FairShare {
  readonly #places: number
  readonly #mostEach: number
  readonly #held = new Map<string, number>()
  #taken = 0

  constructor(places: number, mostEach = places) {
    this.#places = places
    this.#mostEach = mostEach
  }

  /**
   * Takes a place and gives what gives it back; null where there is none for this client. A null client stands for
   * many, whose share nobody here can tell: each of its places counts for the sum alone.
   */
  take(client: string | null): (() => void) | null {
    const free = this.#places - this.#taken
    if (free <= 0) return null
    if (client !== null && (this.#held.get(client) ?? 0) >= Math.min(free, this.#mostEach)) return null
    this.#change(client, 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#change(client, -1)
      isHeld = false
    }
  }

  #change(client: string | null, change: 1 | -1): void {
    this.#taken += change
    if (client === null) return
    const held = (this.#held.get(client) ?? 0) + change
    if (held > 0) this.#held.set(client, held)
    else this.#held.delete(client)
  }
}
