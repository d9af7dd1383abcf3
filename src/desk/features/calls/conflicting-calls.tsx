import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import pieces from '#desk/lib/pieces.module.css'
import { useLiveInvalidation } from '#desk/lib/supabase.ts'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { countWithNoun, nameAndCompany } from '#desk/lib/words.ts'
import type { CallOutsideHours } from '#shared/contract/hosts.ts'
import layout from '#ui/layout.module.css'
import { conflictingCallsQuery } from './api.ts'
import css from './calls.module.css'

interface ConflictingCallsProps {
  of: (call: CallOutsideHours) => boolean
  /** The end of a sentence that begins with the number of calls. */
  is: string
}

/**
 * Links to confirmed calls that conflict with days off, working hours or a pause; renders nothing if there are none.
 */
export function ConflictingCalls({ of, is }: ConflictingCallsProps) {
  const nameOf = useMemberNames()
  useLiveInvalidation('strategy_call_bookings', conflictingCallsQuery.queryKey)
  const { data = [] } = useQuery(conflictingCallsQuery)
  const calls = data.filter(of)
  return (
    <div role="status" className={layout.whole}>
      {calls.length > 0 && (
        <div className={`${layout.stack} ${pieces.said} ${pieces.spaced}`}>
          <p>
            {countWithNoun(calls.length, 'confirmed call')} {is}. {calls.length === 1 ? 'Open it' : 'Open each'} to move
            or reassign it.
          </p>
          <ul className={css.list}>
            {calls.map((call) => (
              <li key={call.id}>
                <CallLink call={call} at={call.starts} />, {nameOf(call.host)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

interface CallLinkProps {
  call: { id: string; name: string; company: string }
  at: string
}

export const CallLink = ({ call, at }: CallLinkProps) => (
  <Link to="/bookings" search={{ item: call.id }} className={layout.anywhere}>
    {dayAndTime(new Date(at))}, {nameAndCompany(call)}
  </Link>
)
