import type { ReactNode } from 'react'
import { inWords } from '#desk/lib/failure.ts'
import { pressedBy, recordKeys } from '#desk/lib/shortcuts.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/toast.tsx'
import css from './record.module.css'
import type { RecordPlace } from './types.ts'
import { useMove } from './use-move.ts'
import { wayBack } from './way-back.ts'

interface MovesProps<Status extends BookingStatus | MessageStatus> {
  place: RecordPlace
  status: Status
  moves: Readonly<Record<Status, readonly Status[]>>
  /** The state in which everything begins, to which what was ended goes back. */
  start: Status
  /** The one that is wanted most now. */
  main: Status | undefined
  /** What a button is called. */
  verb: (to: Status) => string
  /** What is told when it is done. */
  done: (to: Status) => string
  /** The call that asks for a move from the first to the second. */
  call: (expected: Status, target: Status) => object
  /** Moves that are not possible yet, and why. */
  notYet?: { moves: readonly Status[]; why: string } | null
  /** A move that needs more than a press. */
  ask?: { to: Status; open: () => void }
  /** Explains a refusal. */
  explain: (error: Error) => ReactNode
}

/** Exactly the moves that are allowed from here and now, as buttons; an end can be undone. */
export function Moves<Status extends BookingStatus | MessageStatus>(props: MovesProps<Status>) {
  const { place, status, moves, start, main, verb, done, call, notYet, ask, explain } = props
  const move = useMove(place)
  const undo = async (steps: readonly Status[], from: Status) => {
    try {
      await move.mutateAsync(steps.map((to, at) => call(steps[at - 1] ?? from, to)))
    } catch (error) {
      tell(`Not undone. ${inWords(error)}`, { isAlert: true })
    }
  }
  const go = (to: Status) => {
    if (ask?.to === to) return ask.open()
    const back = wayBack(status, to, moves, start)
    move.mutate([call(status, to)], {
      onSuccess: () => tell(done(to), back ? { undo: () => void undo(back, to) } : {}),
    })
  }
  // What asks first stands before what is done at once: a second press that comes too late falls on it.
  const rank = (to: Status) => (to === main ? 0 : to === ask?.to ? 1 : 2)
  const ordered = moves[status]
    .filter((to) => !notYet?.moves.includes(to))
    .toSorted((one, other) => rank(one) - rank(other))
  return (
    <>
      <div className={css.moves}>
        <WhenOnline>
          {ordered.map((to) => (
            <Button
              key={to}
              {...pressedBy(recordKeys[to], verb(to))}
              size="small"
              look={to === main ? 'signal' : 'plain'}
              disabled={move.isPending}
              onClick={() => go(to)}
            >
              {verb(to)}
            </Button>
          ))}
        </WhenOnline>
      </div>
      {notYet && <p className={css.soft}>{notYet.why}</p>}
      {move.error && (
        <div className={css.problem} role="alert">
          {explain(move.error)}
        </div>
      )}
    </>
  )
}
