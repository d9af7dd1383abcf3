import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inWords } from '#desk/lib/failure.ts'
import { useNames } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { dayAndTime } from '#desk/lib/times.ts'
import { whoInWords } from '#desk/lib/words.ts'
import { Bones } from '#ui/bones.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { waitingQuery } from './api.ts'
import css from './grid.module.css'

interface PlanDialogProps {
  /** An instant. */
  at: Date
  zone: string
  host: string | undefined
  isOpen: boolean
  onClose: () => void
}

/** Which of the requests that wait is to get a time; the one whose wish is nearest stands first. */
export function PlanDialog({ at, zone, host, isOpen, onClose }: PlanDialogProps) {
  const nameOf = useNames()
  const { data, error } = useQuery({ ...waitingQuery, enabled: isOpen })
  const distance = (time: string) => Math.abs(Date.parse(time) - at.getTime())
  const waiting = data?.toSorted((one, other) => distance(one.call_at) - distance(other.call_at))
  const time = dayAndTime(at, zone)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Plan a call, ${time}`}
      description={host === undefined ? 'Whose request?' : `With ${nameOf(host)}. Whose request?`}
    >
      {error && <p role="alert">{inWords(error)}</p>}
      {!waiting && !error && <Bones />}
      {waiting?.length === 0 && <p>No request waits for a time.</p>}
      {waiting && waiting.length > 0 && (
        <ul className={css.requests}>
          {waiting.map((request) => (
            <li key={request.id}>
              <Link
                to="/bookings"
                search={{ item: request.id, plan: at.toISOString(), ...(host !== undefined && { host }) }}
                className={`${layout.anywhere} ${pieces.listed} ${css.request}`}
              >
                <span className={css.who}>{whoInWords(request)}</span>
                <span className={layout.note}>wished for {dayAndTime(new Date(request.call_at), zone)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
