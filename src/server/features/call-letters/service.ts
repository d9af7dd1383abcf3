import type { LetterData } from '#letters/types.ts'
import { writeLetter } from '#letters/write-letter.ts'
import type { DeliveryOutcome, OutboxItem, SendItem } from '#server/features/outbox/service.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { waitForTurn } from '#server/lib/overload.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { formatMailReason } from '#shared/contract/letter-previews.ts'
import { letterData, type UnknownKind } from './letter-data.ts'
import type { DroppedEmail, InstallationFacts, OutboxEmailRow } from './letter-facts.ts'
import { findDigest, findLetter } from './queries.ts'

export type { InstallationFacts } from './letter-facts.ts'

export interface CallLettersOptions {
  database: Database
  clock: Clock
  log: Pick<Log, 'error'>
  mailer: Pick<Mailer, 'send'>
  house: InstallationFacts
}

const gone: DroppedEmail = { dropped: 'its booking or message was deleted' }

/** Sends one email. The content is determined when the email is sent, not when the email is queued. */
export function letterSender(options: CallLettersOptions): SendItem {
  return async (item, signal) => {
    const data = await dataOf(options, await findLetter(readingOf(options), item.id, options.clock()))
    if ('unknownKind' in data) {
      options.log.error({ item: item.id, kind: data.unknownKind }, 'unknown email kind')
      return unknown
    }
    if ('dropped' in data) return { state: 'dropped', reason: data.dropped }
    if (data.to === '') return { state: 'dropped', reason: 'no email address is known' }
    // Writing an email takes a millisecond or two, so waiting requests from visitors are handled first.
    await waitForTurn()
    const letter = await writeLetter(data)
    return outcomeOf(await options.mailer.send(letter, { id: item.id, date: new Date(item.createdAt), signal }), data)
  }
}

/** The email waits for the later release that queued it; that release may be about to replace this server. */
const unknown: DeliveryOutcome = {
  state: 'missed',
  reason: formatMailReason('EKIND', 'this release does not know this kind of email'),
  isDoubtful: false,
  isFinal: false,
}

type Sending = Awaited<ReturnType<Mailer['send']>>

const outcomeOf = (sending: Sending, { kind }: LetterData): DeliveryOutcome =>
  sending.state === 'sent' ? { ...sending, sentAs: kind } : sending

type EmailDataContext = Pick<CallLettersOptions, 'database' | 'clock' | 'house'>

const readingOf = ({ database }: Pick<EmailDataContext, 'database'>) => database.alone('backline_outbox', {})

export async function readLetterData(
  options: EmailDataContext,
  id: OutboxItem['id'],
): Promise<LetterData | DroppedEmail> {
  const data = await dataOf(options, await findLetter(readingOf(options), id, options.clock()))
  return 'unknownKind' in data ? { dropped: 'this release does not know this kind of email' } : data
}

async function dataOf(
  options: EmailDataContext,
  row: OutboxEmailRow | null,
): Promise<LetterData | DroppedEmail | UnknownKind> {
  const { clock, house } = options
  if (!row) return gone
  const now = clock()
  return letterData({ row, house, now, readDigest: () => findDigest(readingOf(options), now) })
}
