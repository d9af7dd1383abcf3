import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { inWords } from '#desk/lib/failure.ts'
import { OwnersOnly, Page } from '#desk/lib/page.tsx'
import { peopleQuery } from '#desk/lib/people.ts'
import { type AuditKind, auditKinds } from '#shared/contract/desk-people.ts'
import { Blank } from '#ui/blank.tsx'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { logQuery } from './api.ts'
import { Entries } from './entries.tsx'
import css from './log.module.css'

const route = getRouteApi('/log')

const kindWords: Record<AuditKind | 'all', string> = {
  all: 'Everything',
  'sign-in': 'Sign-ins',
  reading: 'Reading',
  change: 'Changes',
  export: 'Exports',
  people: 'People',
}

/** Who did what at the desk. Nobody can change it, not even owners. */
export function Screen() {
  const me = useMe()
  const filter = route.useSearch()
  const navigate = useNavigate()
  const people = useQuery(peopleQuery)
  const query = useInfiniteQuery({ ...logQuery(filter), enabled: me.role === 'owner' })
  if (me.role !== 'owner') return <OwnersOnly title="Log" />
  const entries = query.data?.pages.flat()
  return (
    <Page title="Log">
      <div className={`${layout.bar} ${css.filters}`}>
        <ToggleGroup
          label="Kind of entry"
          options={(['all', ...auditKinds] as const).map((value) => ({ value, label: kindWords[value] }))}
          value={filter.kind ?? 'all'}
          onChange={(kind) =>
            void navigate({
              to: '/log',
              search: { ...filter, kind: kind === 'all' ? undefined : kind },
              replace: true,
            })
          }
        />
        <label className={`${layout.cluster} ${layout.small}`}>
          <span>By</span>
          <select
            className={`${controls.control} ${css.who}`}
            value={filter.who ?? ''}
            onChange={(event) =>
              void navigate({
                to: '/log',
                search: { ...filter, who: event.target.value || undefined },
                replace: true,
              })
            }
          >
            <option value="">everybody</option>
            {people.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {entries && entries.length > 0 && <Entries entries={entries} />}
      {entries?.length === 0 && (
        <Blank title="No such entry" text="Nothing of this kind was done, or not by this person." />
      )}
      {query.isPending && <Bones />}
      {query.error && (
        <Blank isAlert title="The log could not be fetched" text={inWords(query.error)}>
          <Button look="signal" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </Blank>
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Fetching…' : 'Show older'}
        </Button>
      )}
    </Page>
  )
}
