import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '#desk/lib/door.ts'
import { inWords } from '#desk/lib/failure.ts'
import { Page } from '#desk/lib/page.tsx'
import { usePeople } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import type { Host } from '#shared/contract/hosts.ts'
import { isolate } from '#shared/lib/isolate.ts'
import { Blank } from '#ui/blank.tsx'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { hostsQuery } from './api.ts'
import { Calendars } from './calendars.tsx'
import { CallFeed } from './call-feed.tsx'
import { FirstVisit } from './first-visit.tsx'
import { FreeNextWeek } from './free-next-week.tsx'
import { HostForm } from './host-form.tsx'
import { Whose } from './whose.tsx'

const route = getRouteApi('/hours')

/** When each host takes calls. Everybody says it of themselves, owners of anybody; the others look. */
export function Screen() {
  const me = useMe()
  const { host: asked } = route.useSearch()
  const { data: hosts, error, refetch } = useQuery(hostsQuery)
  const { able } = usePeople()
  const owner = me.role === 'owner'
  const people = [
    ...(hosts ?? []).map(({ id, name }) => ({ id, name })),
    ...able.filter(
      ({ id }) => (owner || (me.role === 'agent' && id === me.id)) && !hosts?.some((host) => host.id === id),
    ),
  ]
  const id = asked ?? (me.role === 'viewer' ? people[0]?.id : me.id)
  const host = hosts?.find((one) => one.id === id)
  const mayChange = owner || (me.role === 'agent' && id === me.id)
  return (
    <Page title="Hours" actions={hosts && people.length > 1 && <Whose people={people} chosen={id} />}>
      <div className={pieces.sections}>
        {hosts ? (
          id ? (
            <OneHost
              key={id}
              id={id}
              host={host}
              name={id === me.id ? null : nameOf(people, id)}
              mayChange={mayChange}
            />
          ) : (
            <Blank
              title="Nobody takes calls yet"
              text="An owner or an agent says so here, with their hours."
            />
          )
        ) : error ? (
          <Blank isAlert title="The hours could not be fetched" text={inWords(error)}>
            <Button look="signal" onClick={() => void refetch()}>
              Try again
            </Button>
          </Blank>
        ) : (
          <Bones />
        )}
      </div>
    </Page>
  )
}

const nameOf = (people: readonly { id: string; name: string }[], id: string): string =>
  isolate(people.find((one) => one.id === id)?.name ?? 'This person')

interface OneHostProps {
  id: string
  host: Host | undefined
  /** Null: the person themselves. */
  name: string | null
  mayChange: boolean
}

function OneHost({ id, host, name, mayChange }: OneHostProps) {
  if (!host) return <FirstVisit id={id} name={name} mayChange={mayChange} />
  return (
    <>
      {name !== null && <h2 className={`${layout.anywhere} ${layout.title}`}>{name}</h2>}
      <FreeNextWeek host={host} />
      <HostForm host={host} mayChange={mayChange} />
      {mayChange && (
        <>
          <Calendars host={id} />
          <CallFeed host={host} />
        </>
      )}
    </>
  )
}
