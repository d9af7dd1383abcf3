import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { type DeskPerson, deskPeople } from '#shared/contract/desk-people.ts'
import { isolate } from '#shared/lib/display-text.ts'
import { useMe } from './door.ts'
import { dataOf } from './failure.ts'
import { supabase } from './supabase.ts'

/** All current and former members. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async () => v.parse(deskPeople, dataOf(await supabase.rpc('desk_people'))),
  staleTime: 60_000,
})

/** Returns a function that names an account: '…' while loading, 'a former member' if the account was removed. */
export function useNames(): (id: string | null) => string {
  const { data } = useQuery(peopleQuery)
  const names = new Map<string, DeskPerson>((data ?? []).map((person) => [person.id, person]))
  return (id) => {
    if (id === null) return 'unassigned'
    const person = names.get(id)
    return person ? isolate(person.name) : data ? 'a former member' : '…'
  }
}

interface People {
  all: readonly DeskPerson[]
  /** Members to whom rows can be assigned, sorted by name. */
  able: readonly DeskPerson[]
  /** Returns an actor's name: 'You', another member, or 'The server'. */
  actor: (id: string | null) => string
}

/** The members who can be assigned to rows or named as actors. The list is empty while loading. */
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
