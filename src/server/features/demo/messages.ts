import { inquiryTypes } from '#shared/contract/message.ts'
import { day, minute } from './calendar.ts'
import { answered, move, note, untouched, type Way } from './history.ts'
import type { DemoMessage, DemoRow } from './types.ts'
import { messageNotes, messageTexts, spamTexts } from './words.ts'

type Begun = Pick<DemoRow, 'id' | 'at' | 'person' | 'visit' | 'fillSeconds'>

/** What somebody wrote, and what the desk made of it. `fresh` is what has just come and waits. */
export function makeMessage(begun: Begun, way: Way, fresh: 'new' | 'spam?' | null): DemoMessage {
  const { random, now } = way
  const inquiry = random.pick(inquiryTypes)
  const isSpam = fresh === 'spam?' || (fresh === null && random.chance(0.09))
  const written = {
    ...begun,
    inquiry,
    message: random.pick(isSpam ? spamTexts : messageTexts[inquiry]),
    ...(isSpam && { fillSeconds: random.whole(1, 2) }),
  }
  if (fresh) return { ...written, ...untouched(way, fresh) }
  if (isSpam) return { ...written, ...answered(way, random.pick(['spam?', 'new']), 'spam') }
  const row = { ...written, ...answered(way, 'new', 'answered') }
  const at = row.updatedAt
  if (random.chance(0.3)) {
    note(row, way, { at: at + 2 * minute, author: row.actor, body: random.pick(messageNotes) })
  }
  const closedAt = at + random.between(1, 6) * day
  if (random.chance(0.3) && closedAt < now) {
    move(row, way, { at: closedAt, actor: row.actor, from: 'answered', to: 'closed' })
  }
  return row
}
