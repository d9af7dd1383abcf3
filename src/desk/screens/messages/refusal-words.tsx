import { changedWords, refusalOf } from '#desk/features/record/change-words.ts'
import { inWords } from '#desk/lib/failure.ts'
import { usePeople } from '#desk/lib/people.ts'
import { serverNow, useNow } from '#desk/lib/server-clock.ts'

/** Why the database refused a move. */
export function RefusalWords({ error }: { error: Error }) {
  const { actor: nameOf } = usePeople()
  const now = Math.max(useNow(), serverNow())
  const refusal = refusalOf(error)
  if (refusal?.hint !== 'changed') return inWords(error)
  return `${changedWords(refusal, nameOf, now)} Nothing of yours was changed; what you see is how it is now.`
}
