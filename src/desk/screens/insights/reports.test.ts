import { expect, it } from 'vitest'
import type { Insights } from '#shared/contract/insights.ts'
import { answers } from './insights.states.ts'
import { rowsOf } from './reports.ts'

const { 'rpc/insights': known, 'rpc/insights_faults': faults } = answers
/** Visit counts begin within the range; booking counts begin before the range. */
const late = { ...known, begins: { visits: '2026-10-30', requests: '2026-08-01' } }

it('exports the columns that the insights screen shows', () => {
  const origins = rowsOf('origins', known, faults)
  expect(origins[0]).toEqual({ kind: 'source', name: 'linkedin', ...strip(known.sources[0]) })
  expect(new Set(origins.map(({ kind }) => kind))).toEqual(new Set(['source', 'campaign', 'first_view']))
  expect(rowsOf('views', known, faults)).toEqual(known.views)
  expect(rowsOf('days', known, faults)).toEqual(known.days)
  expect(rowsOf('outcomes', known, faults)[1]).toEqual({ ...known.outcomes[1], currency: 'EUR' })
  expect(rowsOf('faults', known, faults)).toEqual(faults.faults)
  for (const report of ['totals', 'funnel', 'answers'] as const)
    expect(
      rowsOf('figures', known, faults)
        .filter((row) => row.report === report)
        .map(({ figure, now, before }) => [figure, now, before]),
    ).toEqual(
      Object.entries(known[report].now).map(([figure, now]) => [
        figure,
        now,
        new Map<string, unknown>(Object.entries(known[report].before)).get(figure),
      ]),
    )
})

const strip = (row: Insights['sources'][number] | undefined) => {
  const { source: _, ...steps } = row ?? { source: '' }
  return steps
}

it('exports unknown figures as empty cells', () => {
  const days = rowsOf('days', late, faults)
  expect(days[1]).toEqual({ ...known.days[1], visitors: null, sessions: null, views: null })
  expect(days[2]).toEqual(known.days[2])
  const figures = rowsOf('figures', late, faults)
  const before = (wanted: string) => figures.find(({ figure }) => figure === wanted)?.before
  expect([before('visitors'), before('opened')]).toEqual([null, null])
  expect([before('messages'), before('completed'), before('median_seconds')]).not.toContain(null)
})
