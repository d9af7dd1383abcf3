import { unparsable } from './refusal.ts'

/** Reads a part of the query string piece by piece, and refuses it at the first error. */
export class Scanner {
  readonly #text: string
  readonly #what: string
  #at = 0

  /** `what` is the part's name in a refusal: 'filter', 'select parameter'. */
  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get isDone(): boolean {
    return this.#at === this.#text.length
  }

  /** Skips and returns what a sticky pattern matches here; undefined where it does not match. */
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
