import type { ReactNode } from 'react'
import { formatRate, formatShare } from '#desk/features/charts/chart-labels.ts'
import { type DataColumn, DataTable } from '#desk/features/charts/data-table.tsx'
import { shortDay } from '#desk/lib/times.ts'
import { countWithNoun, money } from '#desk/lib/words.ts'
import type { Insights } from '#shared/contract/insights.ts'
import { campaignName, isRest, type Origin, sourceName, viewName } from './names.ts'
import { InsightsSection } from './section.tsx'

interface OriginsProps {
  title: string
  says: string
  note?: ReactNode
  /** The title of the name column, such as 'Source'. */
  heading: string
  rows: readonly Origin[]
  empty: string
}

/** Columns for the bookings that visits led to. */
const outcomeColumns: readonly DataColumn<Pick<Origin, 'sessions' | 'bookings' | 'confirmed' | 'completed'>>[] = [
  { key: 'bookings', label: 'Bookings', read: ({ bookings }) => bookings },
  { key: 'confirmed', label: 'Confirmed', read: ({ confirmed }) => confirmed },
  { key: 'completed', label: 'Completed', read: ({ completed }) => completed },
  {
    key: 'conversion',
    label: 'Conversion',
    read: ({ bookings, sessions }) => (sessions === 0 ? null : bookings / sessions),
    write: ({ bookings, sessions }) => formatRate(bookings, sessions),
    bar: 'signal',
  },
]

export function Origins({ title, says, note, heading, rows, empty }: OriginsProps) {
  const columns: DataColumn<Origin>[] = [
    { key: 'name', label: heading, read: ({ name }) => name },
    { key: 'sessions', label: 'Visits', read: ({ sessions }) => sessions, bar: 'ink' },
    { key: 'opened', label: 'Opened', read: ({ opened }) => opened },
    { key: 'sent', label: 'Submitted', read: ({ sent }) => sent },
    ...outcomeColumns,
  ]
  return (
    <InsightsSection title={title} says={says} note={note} layout="beside">
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        order={{ key: 'bookings', isDown: true }}
        keyOf={({ id }) => id}
        isRest={({ id }) => isRest(id)}
        most={8}
        empty={empty}
      />
    </InsightsSection>
  )
}

type ViewFigures = Insights['views'][number]

const viewColumns: DataColumn<ViewFigures>[] = [
  { key: 'view', label: 'Page', read: ({ view }) => viewName(view) },
  { key: 'views', label: 'Page views', read: ({ views }) => views, bar: 'ink' },
  { key: 'sessions', label: 'Visits', read: ({ sessions }) => sessions },
  ...outcomeColumns,
]

/** The number of views of each page, and the number of bookings made in visits that included the page. */
export function PageViews({ views, sessions }: { views: Insights['views']; sessions: number }) {
  const [top] = views
  return (
    <InsightsSection
      title="Which pages do visitors view?"
      layout="beside"
      says={top && `${viewName(top.view)} was viewed in ${formatShare(top.sessions, sessions)} of all visits.`}
      note="A booking counts toward every page of its visit, so the total exceeds the number of bookings."
    >
      <DataTable
        caption="Which pages do visitors view?"
        columns={viewColumns}
        rows={views}
        order={{ key: 'views', isDown: true }}
        keyOf={({ view }) => view}
        isRest={({ view }) => isRest(view)}
        most={10}
        empty="No page views in this period."
      />
    </InsightsSection>
  )
}

const tables = [
  { kind: 'source', heading: 'Source', nameOf: sourceName },
  { kind: 'campaign', heading: 'Campaign', nameOf: campaignName },
  { kind: 'week', heading: 'Week of', nameOf: (monday: string) => shortDay(new Date(monday), 'UTC') },
] as const

/** Completed calls, won calls, and the value of won calls, by source and by week. */
export function CallOutcomes({ outcomes, currency }: Pick<Insights, 'outcomes' | 'currency'>) {
  const columns: DataColumn<Insights['outcomes'][number]>[] = [
    { key: 'completed', label: 'Completed', read: ({ completed }) => completed, bar: 'ink' },
    { key: 'won', label: 'Won', read: ({ won }) => won },
    {
      key: 'value',
      label: 'Value',
      read: ({ value }) => value,
      write: ({ value }) => money(value, currency),
    },
  ]
  const rowsOf = (wanted: string) => outcomes.filter(({ kind }) => kind === wanted)
  const sum = (key: 'completed' | 'won' | 'value') => rowsOf('week').reduce((all, week) => all + week[key], 0)
  return (
    <InsightsSection
      title="What do calls lead to?"
      layout="beside"
      says={`${countWithNoun(sum('completed'), 'call was', 'calls were')} completed and ${sum('won')} won, worth ${money(sum('value'), currency)}.`}
      note="Outcomes are counted by call date. The value is the total for won calls, as recorded by the team."
    >
      {tables.map(({ kind, heading, nameOf }) => (
        <DataTable
          key={kind}
          caption={`Call outcomes: ${heading}`}
          columns={[
            { key: 'name', label: heading, read: ({ name }) => name, write: ({ name }) => nameOf(name) },
            ...columns,
          ]}
          rows={rowsOf(kind)}
          order={{ key: kind === 'week' ? 'name' : 'completed', isDown: true }}
          keyOf={({ name }) => name}
          most={8}
          empty={`${heading}: none in this period.`}
        />
      ))}
    </InsightsSection>
  )
}
