/** From so many visitors at once it counts as a rush; two or three may meet by accident. */
const many = 4

/** How many visitors wait for the database to store what they sent, so that what can wait may give way to them. */
export class Rush {
  #waiting = 0

  get isOn(): boolean {
    return this.#waiting >= many
  }

  async during<T>(work: Promise<T>): Promise<T> {
    this.#waiting += 1
    try {
      return await work
    } finally {
      this.#waiting -= 1
    }
  }
}
