import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import * as v from 'valibot'
import { dataOrThrow, Failure } from '#desk/lib/failure.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { supabase } from '#desk/lib/supabase.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import { type VisitorRecord, visitorRecordSchema } from '#shared/contract/desk-records.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import css from './person.module.css'
import { VisitorHistory } from './visitor-history.tsx'

const route = getRouteApi('/person')

/** A visitor's bookings, messages, downloads and visits, newest first. */
export function Screen() {
  const { data, error, refetch } = useQuery(personQuery(route.useSearch()))
  // The visitor was erased while this page was open, so their data must disappear.
  const isGone = error instanceof Failure && error.status === 404
  if (isGone) {
    return (
      <Page title="Visitor">
        <EmptyState isAlert title="Nothing to show" text={error.message}>
          <Link to="/bookings" search={{}} className={buttonClass()}>
            Go to bookings
          </Link>
        </EmptyState>
      </Page>
    )
  }
  if (!data) {
    return (
      <Page title="Visitor">
        {error ? (
          <LoadError title="The visitor could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
      </Page>
    )
  }
  const newest = data.bookings[0] ?? data.messages[0]
  const phones = [...new Set(data.bookings.flatMap(({ phone }) => phone ?? []))]
  return (
    <Page title={newest?.name ?? 'Visitor'}>
      <dl className={`${layout.stack} ${layout.anywhere} ${pieces.listed} ${css.facts}`}>
        <Fact name="Company">{newest?.company}</Fact>
        <Fact name="Email">
          <a href={`mailto:${encodeURIComponent(data.email)}`}>{data.email}</a>
        </Fact>
        {phones.length > 0 && (
          <Fact name="Phone">
            {phones.map((phone) => (
              <a key={phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                {phone}
              </a>
            ))}
          </Fact>
        )}
        <Fact name="Activity">{soFar(data)}</Fact>
      </dl>
      <VisitorHistory person={data} />
    </Page>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className={layout.tiny}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const soFar = ({ bookings, messages, downloads, visits }: VisitorRecord) =>
  [
    countWithNoun(bookings.length, 'booking'),
    countWithNoun(messages.length, 'message'),
    countWithNoun(downloads.length, 'download'),
    countWithNoun(visits.length, 'visit'),
  ].join(', ')

const addressSchema = v.object({ email: v.string() })

/** All data about the visitor who sent this booking or message. The audit log records each read. */
export const personQuery = (of: { booking?: string | undefined; message?: string | undefined }) =>
  queryOptions({
    queryKey: ['person', of],
    queryFn: async () => {
      const id = of.booking ?? of.message
      if (!id)
        throw new Failure(
          'The URL of this page is incomplete. Open the visitor’s page from a booking or a message.',
          404,
        )
      const table = of.booking ? 'strategy_call_bookings' : 'contact_messages'
      const row = dataOrThrow(await supabase.from(table).select('email').eq('id', id).limit(1))
      const [found] = v.parse(v.array(addressSchema), row)
      if (!found)
        throw new Failure('This visitor’s data no longer exists. It was erased, or its retention period ended.', 404)
      return v.parse(visitorRecordSchema, dataOrThrow(await supabase.rpc('read_person', { address: found.email })))
    },
  })
