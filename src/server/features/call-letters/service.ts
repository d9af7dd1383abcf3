import type { LetterData } from '#letters/types.ts'
import { writeLetter } from '#letters/write-letter.ts'
import type { Item, Outcome, Send } from '#server/features/outbox/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import { gathered } from '#server/lib/gathered.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { ownTurn } from '#server/lib/turns.ts'
import { digestData, type House, letterData, type NotWritten } from './letter-data.ts'
import { findDigest, findLetters, gatherLetters } from './queries.ts'
import type { LetterRow } from './types.ts'

export type { House } from './letter-data.ts'

export interface CallLettersOptions {
  database: Database
  clock: Clock
  mailer: Pick<Mailer, 'send'>
  house: House
}

const gone: NotWritten = { dropped: 'what it was about is gone' }

/** Letters that are read at once. */
const most = 50

/** Sends one letter about a booking, a message or the day. What it says is decided here, at the last moment. */
export function letterSender(options: CallLettersOptions): Send {
  const find = gathered((ids: readonly string[]) => findLetters(readingOf(options), ids), most)
  return async (item, signal) => {
    if (!(await isItsTurn(options, item))) {
      return { state: 'dropped', reason: 'told in one letter with another' }
    }
    const data = await dataOf(options, await find(item.id))
    if ('dropped' in data) return { state: 'dropped', reason: data.dropped }
    // Writing takes a millisecond or two each; what visitors ask for comes between.
    await ownTurn()
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

type Reading = Pick<CallLettersOptions, 'database' | 'clock' | 'house'>

const readingOf = ({ database }: Pick<Reading, 'database'>) => database.alone('backline_outbox', {})

/** What a letter would say if it were sent now, or why it would not be. */
export async function readLetterData(options: Reading, id: Item['id']): Promise<LetterData | NotWritten> {
  const [row = null] = await findLetters(readingOf(options), [id])
  return dataOf(options, row)
}

async function dataOf(options: Reading, row: LetterRow | null): Promise<LetterData | NotWritten> {
  const { clock, house } = options
  const now = clock()
  if (!row) return gone
  if (row.kind !== 'team-digest') return letterData(row, house, now)
  return digestData(row, await findDigest(readingOf(options), now), house, now)
}
