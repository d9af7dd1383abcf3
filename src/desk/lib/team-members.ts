import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { type TeamMember, teamMembersSchema } from '#shared/contract/team.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { useMe } from './door.ts'
import { dataOrThrow } from './failure.ts'
import { supabase } from './supabase.ts'
import { withUniqueNames } from './words.ts'

/** All current and former members, with unique names. */
export const teamMembersQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async () => withUniqueNames(v.parse(teamMembersSchema, dataOrThrow(await supabase.rpc('desk_people')))),
  staleTime: 60_000,
})

export const formerMember = 'a former member'

/** Returns a function that names an account: '…' while loading, 'a former member' if the account was removed. */
export function useMemberNames(): (id: string | null) => string {
  const { data } = useQuery(teamMembersQuery)
  const names = new Map<string, TeamMember>((data ?? []).map((person) => [person.id, person]))
  return (id) => {
    if (id === null) return 'unassigned'
    const person = names.get(id)
    return person?.name ? isolateBidi(person.name) : data ? formerMember : '…'
  }
}

interface TeamMembers {
  all: readonly TeamMember[]
  /** Members to whom rows can be assigned, sorted by name. */
  able: readonly TeamMember[]
  /** Returns an actor's name: 'You', another member, or 'The server'. */
  actor: (id: string | null) => string
  /** Returns the unique name of a host, whom the database returns with the plain name. */
  uniqueName: (host: { id: string; name: string }) => string
}

/** The members who can be assigned to rows or named as actors. The list is empty while loading. */
export function useTeamMembers(): TeamMembers {
  const me = useMe()
  const nameOf = useMemberNames()
  const { data = [] } = useQuery(teamMembersQuery)
  return {
    all: data,
    able: data.filter(({ role, state }) => role !== 'viewer' && state !== 'stopped'),
    actor: (id) => (id === null ? 'The server' : id === me.id ? 'You' : nameOf(id)),
    uniqueName: ({ id, name }) => data.find((person) => person.id === id)?.name ?? name,
  }
}
