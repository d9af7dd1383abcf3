import { faultName, faultPlace } from '#content/page-faults.ts'
import { share } from '#desk/features/charts/chart-labels.ts'
import { type Column, DataTable } from '#desk/features/charts/data-table.tsx'
import { inWords } from '#desk/lib/failure.ts'
import { dayOfMonth, timeOfDay } from '#desk/lib/times.ts'
import { counted } from '#desk/lib/words.ts'
import type { InsightFaults, InsightVisitor } from '#shared/contract/insights.ts'
import { isRest } from './names.ts'
import type { DayRange } from './range.ts'
import { Section } from './section.tsx'
import { useFaults } from './use-insights.ts'

type Fault = InsightFaults['faults'][number]

const nameOf = ({ code, place }: Fault) =>
  isRest(code) ? 'All others' : [faultName(code), faultPlace(place)].filter(Boolean).join(' · ')

const originOf = ({ cause, release }: Fault) =>
  [cause, release && `release ${release}`].filter(Boolean).join(' · ')

/** A date without the weekday, because a row has no space for it. */
const shortMoment = (at: Date) => `${dayOfMonth(at)}, ${timeOfDay(at)}`

const columns: Column<Fault>[] = [
  { key: 'what', label: 'Error and place', read: nameOf, below: originOf },
  { key: 'visits', label: 'Visits', read: ({ visits }) => visits, bar: 'ink' },
  { key: 'times', label: 'Times', read: ({ faults }) => faults },
  {
    key: 'first',
    label: 'First',
    read: ({ first_at }) => first_at,
    write: ({ first_at }) => shortMoment(new Date(first_at)),
  },
  {
    key: 'last',
    label: 'Last',
    read: ({ last_at }) => last_at,
    write: ({ last_at }) => shortMoment(new Date(last_at)),
  },
]

interface FaultsProps {
  range: DayRange
  visitor: InsightVisitor
  /** The number of all visits in the range. */
  sessions: number
}

/** Errors in visitors' browsers, each with the release of the site. */
export function Faults({ range, visitor, sessions }: FaultsProps) {
  const { data, error } = useFaults(range, visitor)
  return (
    <Section
      title="What errors do visitors see?"
      layout="beside"
      says={data ? sentence(data, sessions) : 'Counting errors…'}
      note="Browsers report the place and the file, never what was typed. The team gets an email if five visits in an hour have the same error and that is more than three times the usual number."
    >
      {error && <p role="status">{`Not refreshed: ${inWords(error)}`}</p>}
      {data && (
        <DataTable
          caption="Errors in visitors’ browsers"
          columns={columns}
          rows={data.faults}
          order={{ key: 'visits', isDown: true }}
          keyOf={(fault) => nameOf(fault) + originOf(fault)}
          isRest={({ code }) => isRest(code)}
          most={10}
          empty="No errors reported in this period."
        />
      )}
    </Section>
  )
}

function sentence({ visits }: InsightFaults, sessions: number): string {
  if (visits === 0) return 'Browsers reported none.'
  return `${counted(visits, 'visit')} had an error, ${share(visits, Math.max(visits, sessions))} of all.`
}
