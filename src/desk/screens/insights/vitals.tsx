import { ChartFigure } from '#desk/features/charts/chart-figure.tsx'
import { type Column, DataTable } from '#desk/features/charts/data-table.tsx'
import { count, noNumber } from '#desk/features/charts/numbers.ts'
import { ZoneStrip } from '#desk/features/charts/zone-strip.tsx'
import pieces from '#desk/lib/pieces.module.css'
import type { Insights } from '#shared/contract/insights.ts'
import layout from '#ui/layout.module.css'
import css from './figures.module.css'
import { Section } from './section.tsx'
import { measureInWords, type VitalLimits, verdictOf, vitalLimits } from './vital-limits.ts'

type Vital = Insights['vitals'][number] & { limits: VitalLimits }

const written = (value: number | null, { unit }: VitalLimits) =>
  value === null ? noNumber : measureInWords(value, unit)

const columns: Column<Vital>[] = [
  { key: 'name', label: 'Measure', read: ({ limits }) => limits.title },
  { key: 'p75', label: '75th percentile', read: ({ p75, limits }) => written(p75, limits) },
  {
    key: 'verdict',
    label: 'Verdict',
    read: ({ p75, limits }) => (p75 === null ? noNumber : verdictOf(p75, limits)),
  },
  { key: 'good', label: 'Good up to', read: ({ limits }) => written(limits.good, limits) },
  { key: 'poor', label: 'Poor above', read: ({ limits }) => written(limits.poor, limits) },
  { key: 'samples', label: 'Samples', read: ({ samples }) => samples },
  { key: 'before', label: 'Before', read: ({ p75_before, limits }) => written(p75_before, limits) },
  { key: 'samples-before', label: 'Samples before', read: ({ samples_before }) => samples_before },
]

/** How quick the site is for three quarters of those who visit it. */
export function Vitals({ vitals, isCompared }: { vitals: Insights['vitals']; isCompared: boolean }) {
  const known: Vital[] = Object.entries(vitalLimits).flatMap(([name, limits]) => {
    const vital = vitals.find((one) => one.name === name)
    if (!vital) return []
    return [{ ...vital, p75_before: isCompared ? vital.p75_before : null, limits }]
  })
  const measured = known.filter(({ p75 }) => p75 !== null)
  return (
    <Section title="Is the site quick for those who visit it?" layout="beside" says={sentence(measured)}>
      <ChartFigure
        caption="At the 75th percentile: three visits of four had this or less. Plain: good; hatched: needs work; densely hatched: poor. Dashed: the time before."
        table={
          <DataTable
            caption="Web vitals at the 75th percentile"
            columns={isCompared ? columns : columns.filter(({ key }) => !key.endsWith('before'))}
            rows={known}
            keyOf={({ name }) => name}
          />
        }
      >
        <ul className={css.lined}>
          {known.map((vital) => (
            <Line key={vital.name} vital={vital} />
          ))}
        </ul>
      </ChartFigure>
    </Section>
  )
}

function Line({ vital: { name, limits, p75, p75_before, samples } }: { vital: Vital }) {
  return (
    <li className={`${layout.small} ${pieces.bounded} ${css.vital}`}>
      <span className={css.name}>
        <b>{name}</b> {limits.says}
      </span>
      <span className={layout.numbers}>
        <b className={css.count}>{written(p75, limits)}</b> {p75 !== null && verdictOf(p75, limits)}
      </span>
      <span className={css.strip}>
        <ZoneStrip good={limits.good} poor={limits.poor} value={p75} before={p75_before} />
      </span>
      <span className={`${layout.tiny} ${css.limits}`}>
        good up to {written(limits.good, limits)}, poor above {written(limits.poor, limits)} ·{' '}
        {samples === 0 ? 'not measured' : `${count(samples)} ${samples === 1 ? 'sample' : 'samples'}`}
      </span>
    </li>
  )
}

function sentence(measured: readonly Vital[]): string {
  if (measured.length === 0) return 'No browser has told how quick the site was in these days.'
  const slow = measured.filter(({ p75, limits }) => p75 !== null && verdictOf(p75, limits) !== 'good')
  if (slow.length === 0) return 'Yes: every measure is good.'
  const names = new Intl.ListFormat('en-GB').format(slow.map(({ name }) => name))
  return `Not in everything: ${names} ${slow.length === 1 ? 'is' : 'are'} worse than good.`
}
