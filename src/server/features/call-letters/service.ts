import type { LetterData } from '#letters/types.ts'
import { writeLetter } from '#letters/write-letter.ts'
import type { Item, Outcome, Send } from '#server/features/outbox/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { digestData, type House, letterData, type NotWritten } from './letter-data.ts'
import { findDigest, findLetter, gatherLetters } from './queries.ts'

export type { House } from './letter-data.ts'

export interface CallLettersOptions {
  database: Database
  clock: Clock
  mailer: Pick<Mailer, 'send'>
  house: House
}

const gone: NotWritten = { dropped: 'what it was about is gone' }

/** Sends one letter about a booking, a message or the day. What it says is decided here, at the last moment. */
export function letterSender(options: CallLettersOptions): Send {
  return async (item, signal) => {
    if (!(await isItsTurn(options, item))) {
      return { state: 'dropped', reason: 'told in one letter with another' }
    }
    const data = await readLetterData(options, item.id)
    if ('dropped' in data) return { state: 'dropped', reason: data.dropped }
    const letter = await writeLetter(data)
    return outcomeOf(
      await options.mailer.send(letter, { id: item.id, date: new Date(item.createdAt), signal }),
      data,
    )
  }
}

/** Of what waited for one mailbox, one letter tells. */
async function isItsTurn(
  { database }: Pick<CallLettersOptions, 'database'>,
  { id, facts }: Item,
): Promise<boolean> {
  if (!('waits' in facts)) return true
  return database.transaction('backline_outbox', {}, (tx) => gatherLetters(tx, id))
}

type Sending = Awaited<ReturnType<Mailer['send']>>

const outcomeOf = (sending: Sending, { kind }: LetterData): Outcome =>
  sending.state === 'sent' ? { state: 'sent', sentAs: kind } : sending

/** What a letter would say if it were sent now, or why it would not be. */
export async function readLetterData(
  { database, clock, house }: Pick<CallLettersOptions, 'database' | 'clock' | 'house'>,
  id: Item['id'],
): Promise<LetterData | NotWritten> {
  const now = clock()
  const found = await database.transaction('backline_outbox', {}, async (tx) => {
    const row = await findLetter(tx, id)
    return row && { row, digest: row.kind === 'team-digest' ? await findDigest(tx, now) : null }
  })
  if (!found) return gone
  return found.digest ? digestData(found.row, found.digest, house, now) : letterData(found.row, house, now)
}
