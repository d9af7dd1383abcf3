import { unparsable } from './refusal.ts'

/** Reads a part of the query string piece by piece, and refuses it where it stops making sense. */
export class Scanner {
  readonly #text: string
  readonly #what: string
  #at = 0

  /** `what` is how a refusal calls the part: 'filter', 'select parameter'. */
  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get isDone(): boolean {
    return this.#at === this.#text.length
  }

  /** What a sticky pattern matches here, stepped over; undefined where it does not match. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (!match) return undefined
    this.#at = pattern.lastIndex
    return match
  }

  expect(pattern: RegExp): RegExpExecArray {
    return this.take(pattern) ?? this.fail()
  }

  /** All that is left. */
  rest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  end(): void {
    if (!this.isDone) this.fail()
  }

  fail(hint: string | null = null): never {
    const place = this.isDone ? 'unexpected end' : `unexpected input at character ${this.#at + 1}`
    throw unparsable(this.#what, place, hint)
  }
}
