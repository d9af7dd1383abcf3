import type { Scanner } from './scanner.ts'

/** A column, or a place inside of its JSON: `data->address->>city`. */
export interface ColumnPath {
  column: string
  steps: readonly Step[]
}

export interface Step {
  /** A key of an object, or an index of an array. */
  key: string | number
  asText: boolean
}

/** Quoted, with backslashes before what would end it, or plain: letters, digits, `_`, `$`, `-`, inner spaces. */
const quoted = String.raw`"((?:[^"\\]|\\.)+)"`
const plain = String.raw`([\p{L}\p{N}_$](?:[\p{L}\p{N}_$ ]|-(?!>))*)`
const name = new RegExp(`${quoted}|${plain}`, 'suy')
const alias = new RegExp(`(?:${quoted}|${plain}):(?!:)`, 'suy')
const index = /(-?\d{1,9})(?![\p{L}\p{N}_$ -])/uy
const arrow = /->(>)?/y

/** More arrows than any real path has; each is a level of the expression that PostgreSQL has to walk. */
const mostSteps = 16

const nameIn = (match: RegExpExecArray) => match[1]?.replace(/\\(.)/gs, '$1') ?? match[2]?.trimEnd() ?? ''

function readName(scanner: Scanner): string {
  return nameIn(scanner.expect(name))
}

/** The name before a single colon, if there is one. */
export function readAlias(scanner: Scanner): string | null {
  const match = scanner.take(alias)
  return match ? nameIn(match) : null
}

export function readPath(scanner: Scanner): ColumnPath {
  const column = readName(scanner)
  const steps: Step[] = []
  for (let step = scanner.take(arrow); step; step = scanner.take(arrow)) {
    if (steps.length === mostSteps) scanner.fail(`At most ${mostSteps} arrows in one path`)
    const place = scanner.take(index)?.[1]
    steps.push({ key: place === undefined ? readName(scanner) : Number(place), asText: step[1] === '>' })
  }
  return { column, steps }
}
