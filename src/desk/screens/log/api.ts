import { infiniteQueryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { type AuditKind, auditTrail } from '#shared/contract/desk-people.ts'

const pageSize = 100

/** The log in pages, newest first. Each page begins after the last entry of the previous one. */
export const logQuery = (filter: { kind?: AuditKind | undefined; who?: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['log', filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }) => {
      const { kind = null, who = null } = filter
      const answer = await supabase.rpc('audit_trail', { before: pageParam, most: pageSize, kind, who })
      return v.parse(auditTrail, dataOf(answer))
    },
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.at ?? null)),
  })
