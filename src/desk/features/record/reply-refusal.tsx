import { inWords } from '#desk/lib/failure.ts'
import { usePeople } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow, useNow } from '#desk/lib/server-clock.ts'
import layout from '#ui/layout.module.css'
import { ago, refusalOf } from './refusal.ts'

/** Why a reply was not sent; its text stays. */
export function ReplyRefusal({ error }: { error: Error }) {
  const { actor: nameOf } = usePeople()
  const now = Math.max(useNow(), serverNow())
  const refusal = refusalOf(error)
  const newsOf = (by: string | null, at: string | null) =>
    at === null
      ? 'A reply was taken back'
      : `${by === null ? 'Somebody who left' : nameOf(by)} replied ${ago(at, now)}`
  return (
    <p className={`${layout.bar} ${pieces.apart} ${pieces.problem} ${pieces.slim}`} role="alert">
      {refusal?.hint === 'replied'
        ? `${newsOf(refusal.details.by, refusal.details.at)}. Read the history, then send yours once more.`
        : `${inWords(error)} Your text is still here.`}
    </p>
  )
}
