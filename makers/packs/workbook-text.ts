import * as v from 'valibot'
import { parse } from 'yaml'
import type { Draft, DraftSheet } from './types.ts'

const kind = v.picklist(['text', 'number', 'money', 'percent', 'date'])
const formula = v.pipe(v.string(), v.startsWith('=', 'a formula begins with ='))
const cell = v.union([v.string(), v.number(), v.null(), v.strictObject({ formula, kind: v.optional(kind) })])
const sheet = v.strictObject({
  name: v.string(),
  intro: v.array(v.string()),
  columns: v.array(
    v.strictObject({
      title: v.string(),
      width: v.number(),
      kind,
      input: v.optional(v.literal(true)),
      formula: v.optional(formula),
    }),
  ),
  rows: v.array(v.array(cell)),
  totals: v.optional(v.array(v.array(cell))),
})
const workbook = v.strictObject({ title: v.string(), sheets: v.array(sheet) })

/** Reads one workbook of a pack; `README.md` beside the texts says how one is written. */
export function readWorkbook(file: string, source: string): Draft {
  const found = v.safeParse(workbook, parse(source))
  if (!found.success)
    throw new Error(found.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; '))
  const { title, sheets } = found.output
  return { file, title, sheets: sheets.map(draftOf) }
}

/** Replaces a lone `=` by the formula of its column. */
function draftOf({ name, intro, columns, rows, totals }: v.InferOutput<typeof sheet>): DraftSheet {
  const cells = (row: (typeof rows)[number]) =>
    row.map((one, at) => {
      if (one === '=') {
        const own = columns[at]?.formula
        if (!own)
          throw new Error(`${name}: '=' stands in the column ${columns[at]?.title}, which has no formula`)
        return { formula: own.slice(1) }
      }
      if (typeof one === 'string') return one.startsWith('=') ? { formula: one.slice(1) } : one
      return one !== null && typeof one === 'object' ? { ...one, formula: one.formula.slice(1) } : one
    })
  return {
    name,
    intro,
    columns: columns.map(({ title, width, kind, input }) => ({
      title,
      width,
      kind,
      ...(input && { input }),
    })),
    rows: rows.map(cells),
    ...(totals && { totals: totals.map(cells) }),
  }
}
