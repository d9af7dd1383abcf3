import { MinuteBars } from '#desk/features/charts/bars.tsx'
import { ChartFigure } from '#desk/features/charts/chart-figure.tsx'
import { type DataColumn, DataTable } from '#desk/features/charts/data-table.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { timeOfDay } from '#desk/lib/times.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import type { InsightVisitor } from '#shared/contract/insights.ts'
import layout from '#ui/layout.module.css'
import css from './figures.module.css'
import { sourceName, viewName } from './names.ts'
import { InsightsSection } from './section.tsx'
import { useLive } from './use-insights.ts'

interface MinuteRow {
  ago: number
  visits: number
}

const columns: DataColumn<MinuteRow>[] = [
  { key: 'minute', label: 'Minute', read: ({ ago }) => agoInWords(ago) },
  { key: 'visits', label: 'Active visits', read: ({ visits }) => visits },
]

export function LiveVisits({ visitor }: { visitor: InsightVisitor }) {
  const { data, error } = useLive(visitor)
  const minutes = data?.minutes ?? Array.from({ length: 30 }, () => 0)
  const agoOf = (index: number) => minutes.length - 1 - index
  return (
    <InsightsSection
      title="Who is here now?"
      size="narrow"
      says={
        data
          ? data.sessions === 0
            ? 'No visits in the last 30 minutes.'
            : `${countWithNoun(data.sessions, 'visit')} in the last 30 minutes, ${countWithNoun(data.events, 'interaction')}.`
          : error
            ? 'The visits could not be counted.'
            : 'Counting the last 30 minutes…'
      }
    >
      {error && <p role="status">{data ? `Not refreshed. ${errorMessage(error)}` : errorMessage(error)}</p>}
      <ChartFigure
        caption={`Visits active in each minute${data ? `, refreshed every ten seconds; last at ${timeOfDay(new Date(data.as_of))}` : ''}.`}
        table={
          <DataTable
            caption="Active visits by minute"
            columns={columns}
            rows={minutes.map((visits, index) => ({ ago: agoOf(index), visits })).toReversed()}
            keyOf={({ ago }) => String(ago)}
          />
        }
      >
        <MinuteBars
          label="Minutes"
          values={minutes}
          say={(index) => `${agoInWords(agoOf(index))}: ${countWithNoun(minutes[index] ?? 0, 'active visit')}`}
          from="30 min ago"
          until="now"
        />
      </ChartFigure>
      {data && data.sessions > 0 && (
        <div className={css.lists}>
          <TopList title="Pages" rows={data.views.map(({ view, sessions }) => [viewName(view), sessions])} />
          <TopList title="Sources" rows={data.sources.map(({ source, sessions }) => [sourceName(source), sessions])} />
        </div>
      )}
    </InsightsSection>
  )
}

function TopList({ title, rows }: { title: string; rows: [string, number][] }) {
  return (
    <div>
      <h3 className={`${layout.label} ${css.heading}`}>{title}</h3>
      <ul>
        {rows.slice(0, 5).map(([name, sessions]) => (
          <li key={name} className={`${layout.small} ${pieces.line} ${pieces.bounded} ${css.place}`}>
            <span className={layout.clip}>{name}</span> <b className={layout.numbers}>{sessions}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

const agoInWords = (ago: number) => (ago === 0 ? 'This minute' : ago === 1 ? '1 minute ago' : `${ago} minutes ago`)
