import { unparsable } from './refusal.ts'

/** Scans a part of the query string, and throws a refusal at the first error. */
export class Scanner {
  readonly #text: string
  readonly #what: string
  #at = 0

  /** `what` is the name of the parsed text in a refusal, such as 'filter' or 'select parameter'. */
  constructor(text: string, what: string) {
    this.#text = text
    this.#what = what
  }

  get isDone(): boolean {
    return this.#at === this.#text.length
  }

  /** Consumes and returns the match of a sticky pattern at this position; undefined if there is none. */
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

/** A column, or a path inside its JSON: `data->address->>city`. */
export interface ColumnPath {
  column: string
  steps: readonly PathStep[]
}

interface PathStep {
  /** The key of an object, or the index of an array. */
  key: string | number
  asText: boolean
}

/**
 * A name in quotes, with backslashes as escapes, or a name without quotes: letters, digits, `_`, `$`, `-`, inner
 * spaces.
 */
const quoted = String.raw`"((?:[^"\\]|\\.)+)"`
const plain = String.raw`([\p{L}\p{N}_$](?:[\p{L}\p{N}_$ ]|-(?!>))*)`
const name = new RegExp(`${quoted}|${plain}`, 'suy')
const alias = new RegExp(`(?:${quoted}|${plain}):(?!:)`, 'suy')
const index = /(-?\d{1,9})(?![\p{L}\p{N}_$ -])/uy
const arrow = /->(>)?/y

/** No real path has more arrows than this, and each arrow adds a level to PostgreSQL's expression. */
const mostSteps = 16

const nameIn = (match: RegExpExecArray) => match[1]?.replace(/\\(.)/gs, '$1') ?? match[2]?.trimEnd() ?? ''

/** Returns the name before a single colon; null if there is no such name. */
export function readAlias(scanner: Scanner): string | null {
  const match = scanner.take(alias)
  return match ? nameIn(match) : null
}

export function readPath(scanner: Scanner): ColumnPath {
  const column = nameIn(scanner.expect(name))
  const steps: PathStep[] = []
  for (let step = scanner.take(arrow); step; step = scanner.take(arrow)) {
    if (steps.length === mostSteps) scanner.fail(`At most ${mostSteps} arrows in one path`)
    const place = scanner.take(index)?.[1]
    const key = place === undefined ? nameIn(scanner.expect(name)) : Number(place)
    steps.push({ key, asText: step[1] === '>' })
  }
  return { column, steps }
}
