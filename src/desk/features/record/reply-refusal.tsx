import { inWords } from '#desk/lib/failure.ts'
import { usePeople } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow } from '#desk/lib/server-clock.ts'
import { useNow } from '#desk/lib/use-now.ts'
import layout from '#ui/layout.module.css'
import { ago, refusalOf } from './refusal.ts'

/** Why a reply was not sent; its text stays. */
export function ReplyRefusal({ error }: { error: Error }) {
  const { actor: nameOf } = usePeople()
  const now = Math.max(useNow(), serverNow())
  const refusal = refusalOf(error)
  return (
    <p className={`${layout.bar} ${pieces.apart} ${pieces.problem} ${pieces.slim}`} role="alert">
      {refusal?.hint === 'replied'
        ? `${refusal.details.by === null ? 'A reply was taken back' : `${nameOf(refusal.details.by)} replied ${ago(refusal.details.at, now)}`}. Read it in the history, then send yours once more.`
        : `${inWords(error)} Your text is still here.`}
    </p>
  )
}
