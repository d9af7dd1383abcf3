import { share } from '#desk/features/charts/chart-labels.ts'
import { type Column, DataTable } from '#desk/features/charts/data-table.tsx'
import type { Insights } from '#shared/contract/insights.ts'
import { conversion } from './conversion.ts'
import { isRest, viewName } from './names.ts'
import { Section } from './section.tsx'

type View = Insights['views'][number]

const columns: Column<View>[] = [
  { key: 'view', label: 'Page', read: ({ view }) => viewName(view) },
  { key: 'views', label: 'Page views', read: ({ views }) => views, bar: 'ink' },
  ...conversion,
]

/** What they look at, and whether who looks at it books. */
export function ViewsRead({ views, sessions }: { views: Insights['views']; sessions: number }) {
  const [top] = views
  return (
    <Section
      title="What do they look at?"
      layout="beside"
      says={top && `${viewName(top.view)} was seen in ${share(top.sessions, sessions)} of all visits.`}
      note="A booking counts for every page that its visit saw, so these do not add up."
    >
      <DataTable
        caption="What do they look at?"
        columns={columns}
        rows={views}
        order={{ key: 'views', isDown: true }}
        keyOf={({ view }) => view}
        isRest={({ view }) => isRest(view)}
        most={10}
        empty="No page was seen in these days."
      />
    </Section>
  )
}
