/** Lets something begin every so many milliseconds at most, as many as it is told each time. */
export class Pace {
  readonly #milliseconds: () => number
  /** By the clock of `performance`: nothing begins before. */
  #next = 0
  #timer: NodeJS.Timeout | undefined

  constructor(milliseconds: () => number) {
    this.#milliseconds = milliseconds
  }

  /** Whether one may begin, which then counts; if not, `later` is called when it may. */
  take(later: () => void): boolean {
    const now = performance.now()
    if (now >= this.#next) {
      this.#next = now + this.#milliseconds()
      return true
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      later()
    }, this.#next - now)
    return false
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
