import { useMe } from '#desk/lib/door.ts'
import { usePeople } from '#desk/lib/people.ts'
import type { HostForCall } from '#shared/contract/hosts.ts'
import { isolate } from '#shared/lib/isolate.ts'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'
import { HostChoice } from './host-choice.tsx'
import { heldWords, proposalWords, reasonWords } from './host-words.ts'

interface CallHostProps {
  assignedTo: string | null
  /** Of the time in the form; none where nobody takes calls. */
  hosts: readonly HostForCall[]
  /** Before the first answer nothing is said of anybody. */
  isAsking: boolean
  /** Who gets the call as the form stands. */
  holder: string
  onChange: (host: string) => void
}

/** Whose calendar gets the call: who was chosen, else the assigned colleague, else the proposed host, else whoever confirms it. */
export function CallHost({ assignedTo, hosts, isAsking, holder, onChange }: CallHostProps) {
  const me = useMe()
  const { actor: nameOf } = usePeople()
  if (isAsking) return <p className={layout.note}>Asking who is free then…</p>
  if (hosts.length === 0) {
    if (assignedTo === null)
      return <p className={layout.note}>Nobody has this call: it becomes yours, with its invitation.</p>
    return (
      <p className={layout.note}>
        {assignedTo === me.id
          ? 'The invitation comes to you.'
          : `The invitation goes to ${nameOf(assignedTo)}.`}
      </p>
    )
  }
  const proposed = hosts.find((host) => host.is_proposed)
  const chosen = hosts.find((host) => host.id === holder)
  const held = heldWords(hosts)
  return (
    <div className={layout.tight}>
      <HostChoice label="Who takes the call" hosts={hosts} value={holder} onChange={onChange} />
      <div className={layout.note} aria-live="polite">
        {held && <p>{held}</p>}
        {!proposed && <p>None of those who take calls is free then.</p>}
        {proposed && proposed.id !== holder && <p>Proposed: {proposalWords(proposed, hosts)}</p>}
        {proposed && proposed.id === holder && !held && <p>{proposalWords(proposed, hosts)}</p>}
        {chosen && !chosen.is_free && (
          <p className={css.against}>
            {isolate(chosen.name)}: {reasonWords(chosen)}.
          </p>
        )}
      </div>
    </div>
  )
}
