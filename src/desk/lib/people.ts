import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { type DeskPerson, deskPeople } from '#shared/contract/desk-people.ts'
import { dataOf } from './failure.ts'
import { supabase } from './supabase.ts'

/** Everybody who works here or did. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async () => v.parse(deskPeople, dataOf(await supabase.rpc('desk_people'))),
  staleTime: 60_000,
})

/** Gives the name of an account. Whoever is gone is 'somebody who left'; null is not known here. */
export function useNames(): (id: string | null) => string {
  const { data } = useQuery(peopleQuery)
  const names = new Map<string, DeskPerson>((data ?? []).map((person) => [person.id, person]))
  return (id) => (id === null ? 'nobody' : (names.get(id)?.name ?? (data ? 'somebody who left' : '…')))
}
