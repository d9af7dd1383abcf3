import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { type DeskPerson, deskPeople } from '#shared/contract/desk-people.ts'
import { isolate } from '#shared/lib/display-text.ts'
import { useMe } from './door.ts'
import { dataOf } from './failure.ts'
import { supabase } from './supabase.ts'

/** Everybody who works here or did. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async () => v.parse(deskPeople, dataOf(await supabase.rpc('desk_people'))),
  staleTime: 60_000,
})

/** Returns the name of an account; null if it is not loaded. Removed accounts are 'somebody who left'. */
export function useNames(): (id: string | null) => string {
  const { data } = useQuery(peopleQuery)
  const names = new Map<string, DeskPerson>((data ?? []).map((person) => [person.id, person]))
  return (id) => {
    if (id === null) return 'nobody'
    const person = names.get(id)
    return person ? isolate(person.name) : data ? 'somebody who left' : '…'
  }
}

interface People {
  all: readonly DeskPerson[]
  /** The people who can be assigned work, by name. */
  able: readonly DeskPerson[]
  /** Who did something: 'You' or a name. */
  actor: (id: string | null) => string
}

/** The colleagues to assign rows to, and to name as actors. Empty while loading, so that no screen waits. */
export function usePeople(): People {
  const me = useMe()
  const nameOf = useNames()
  const { data = [] } = useQuery(peopleQuery)
  return {
    all: data,
    able: data.filter(({ role, state }) => role !== 'viewer' && state !== 'stopped'),
    actor: (id) => (id === null ? 'The server' : id === me.id ? 'You' : nameOf(id)),
  }
}
