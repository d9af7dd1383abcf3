import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { OwnersOnly, Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { supabase } from '#desk/lib/supabase.ts'
import { teamMembersQuery, useMemberNames } from '#desk/lib/team-members.ts'
import { longDay, timeOfDay } from '#desk/lib/times.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import { type AuditEntry, type AuditKind, auditKinds, auditLogSchema } from '#shared/contract/team.ts'
import { referenceOf } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './log.module.css'
import { sentenceOf, subjectOf } from './log-words.ts'

const route = getRouteApi('/log')

const kindWords: Record<AuditKind | 'all', string> = {
  all: 'Everything',
  'sign-in': 'Sign-ins',
  reading: 'Readings',
  change: 'Changes',
  export: 'Exports',
  people: 'Team',
}

/** The audit log. Nobody can change the log, not even an owner. */
export function Screen() {
  const me = useMe()
  const filter = route.useSearch()
  const navigate = useNavigate()
  const people = useQuery(teamMembersQuery)
  const query = useInfiniteQuery({ ...logQuery(filter), enabled: me.role === 'owner' })
  if (me.role !== 'owner') return <OwnersOnly title="Audit log" />
  const entries = query.data?.pages.flat()
  return (
    <Page title="Audit log">
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
        {filter.kind === undefined && (
          <label className={`${controls.check} ${css.readings}`}>
            <input
              type="checkbox"
              checked={filter.readings ?? false}
              onChange={({ target }) =>
                void navigate({
                  to: '/log',
                  search: { ...filter, readings: target.checked || undefined },
                  replace: true,
                })
              }
            />{' '}
            Show readings
          </label>
        )}
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
            <option value="">everyone</option>
            {people.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {entries && entries.length > 0 && <Entries entries={entries} />}
      {entries?.length === 0 && <EmptyState title="No entries" text="Try another kind of entry or another member." />}
      {query.isPending && <Skeleton />}
      {query.error && (
        <LoadError title="The audit log could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Loading…' : 'Show older'}
        </Button>
      )}
    </Page>
  )
}

export function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const names = useMemberNames()
  const days = Map.groupBy(entries, ({ at }) => longDay(new Date(at)))
  return [...days].map(([day, those]) => (
    <section key={day} className={css.day}>
      <h2 className={pieces.day}>{day}</h2>
      <ol>
        {those.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and are only ever added at the end.
          <li key={index} className={`${layout.small} ${pieces.bounded} ${css.entry}`}>
            <time className={`${layout.soft} ${css.time}`} dateTime={entry.at}>
              {timeOfDay(new Date(entry.at))}
            </time>
            <span className={entry.outcome === 'refused' ? layout.alert : undefined}>
              <strong>{subjectOf(entry, names)}</strong> {sentenceOf(entry, names)}
              {entry.entries && entry.entries.length > 1 ? (
                <details>
                  <summary className={css.changes}>{countWithNoun(entry.entries.length, 'change')}</summary>
                  <ul>
                    {entry.entries.map((row) => (
                      <li key={row.subject_id}>
                        {sentenceOf({ ...entry, ...row, entries: null }, names)}
                        <EntryLink entry={row} label={row.subject_id ? referenceOf(row.subject_id) : undefined} />
                      </li>
                    ))}
                  </ul>
                </details>
              ) : (
                <EntryLink entry={entry} />
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  ))
}

interface EntryLinkProps {
  entry: Pick<AuditEntry, 'subject' | 'subject_id'>
  label?: string | undefined
}

/** Links to the record that an entry is about. Shows no link if that record no longer exists. */
function EntryLink({ entry: { subject, subject_id }, label = 'View' }: EntryLinkProps) {
  if (!subject_id) return null
  if (subject === 'strategy_call_bookings') {
    return (
      <Link to="/bookings" search={{ item: subject_id }} className={css.link}>
        {label}
      </Link>
    )
  }
  if (subject === 'contact_messages') {
    return (
      <Link to="/messages" search={{ item: subject_id }} className={css.link}>
        {label}
      </Link>
    )
  }
  return null
}

const pageSize = 100

interface LogFilter {
  kind?: AuditKind | undefined
  who?: string | undefined
  readings?: boolean | undefined
}

/** The pages of the log, newest entries first. Each page begins after the last entry of the previous page. */
export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['log', filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }) => {
      const { kind = null, who = null, readings = false } = filter
      const answer = await supabase.rpc('read_audit_log', { before: pageParam, most: pageSize, kind, who, readings })
      return v.parse(auditLogSchema, dataOrThrow(answer))
    },
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.at ?? null)),
  })
