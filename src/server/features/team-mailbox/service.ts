import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { isDatabaseError } from '#server/lib/db/database.ts'
import type { RepeatedJob } from '#server/lib/time/repeat.ts'
import { type MailboxTimeouts, type OpenMailbox, openMailbox } from './imap.ts'
import { findMailbox, findTeamAddresses, type MailboxRow, recordReading, storeEmail } from './queries.ts'
import { readEmail, unreadable } from './reading.ts'
import { limits, type MailboxContext, MailboxFault, type ReadEmail } from './types.ts'

/** All times are in milliseconds. */
interface MailboxTiming extends MailboxTimeouts {
  /** Between two looks at the settings. */
  look: number
  /** Between two readings if the mail server reports no new email. */
  pass: number
  firstPause: number
  longestPause: number
}

const usual: MailboxTiming = {
  opening: 20_000,
  answer: 60_000,
  look: 5000,
  pass: 60_000,
  firstPause: 5000,
  longestPause: 300_000,
}

/** An email at which the connection broke this often is skipped. */
const mostFailures = 3

/** Reads the team's mailbox while the server runs. Several servers can do so at the same time. */
export function startMailbox(context: MailboxContext, timing: Partial<MailboxTiming> = {}): RepeatedJob {
  const stopping = new AbortController()
  const running = keepReading(context, { ...usual, ...timing }, stopping.signal)
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

interface ReadingState {
  /** The email that is being read, and how often reading it failed. */
  uid: number
  failures: number
}

async function keepReading(context: MailboxContext, timing: MailboxTiming, signal: AbortSignal): Promise<void> {
  const { database, log } = context
  const state: ReadingState = { uid: 0, failures: 0 }
  let pause = timing.firstPause
  while (!signal.aborted) {
    let revision: string | undefined
    let wait = timing.look
    try {
      const settings = await findMailbox(database)
      revision = settings?.revision
      if (settings?.sealed_password) {
        await readWhileOpen(context, settings, settings.sealed_password, { timing, signal, state, opened })
        continue
      }
    } catch (error) {
      if (signal.aborted) return
      // An error's message can contain an email.
      const { name, code } = error as Error & { code?: string }
      log.warn({ fault: error instanceof MailboxFault ? error.fault : (code ?? name) }, 'mailbox reading failed')
      wait = pause
      pause = Math.min(2 * pause, timing.longestPause)
    }
    for (let waited = 0; waited < wait && !signal.aborted; waited += timing.look) {
      await untilNews(Math.min(timing.look, wait - waited), signal)
      const now = await findMailbox(database).catch(() => null)
      if (now && now.revision !== revision) break
    }
  }

  function opened() {
    pause = timing.firstPause
  }
}

interface ReadingTools {
  timing: MailboxTiming
  signal: AbortSignal
  state: ReadingState
  opened: () => void
}

/** Reads new emails until the settings change. Throws if the connection ends. */
async function readWhileOpen(
  context: MailboxContext,
  { revision, host, port, username }: MailboxRow,
  sealed: string,
  { timing, signal, state, opened }: ReadingTools,
): Promise<void> {
  const { database, clock, cipher, policy } = context
  const fail = async (fault: MailboxFault) => {
    await recordReading(database, revision, fault.fault, new Date(clock()))
    throw fault
  }
  const password = await openPassword(cipher, sealed).catch(() => fail(new MailboxFault('key-lost')))
  const mailbox = await openMailbox({ host, port, username, password }, policy, timing, signal).catch(
    (error: unknown) => {
      if (error instanceof MailboxFault) return fail(error)
      throw error
    },
  )
  opened()
  const { client } = mailbox
  let isNews = true
  client.on('exists', () => {
    isNews = true
  })
  try {
    for (let readAt = 0; client.usable; ) {
      const now = await findMailbox(database)
      if (signal.aborted || now?.revision !== revision) return
      if (isNews || Date.now() >= readAt + timing.pass) {
        isNews = false
        await readNew(context, mailbox, now, { signal, state })
        await recordReading(database, revision, null, new Date(clock()))
        readAt = Date.now()
      } else await untilNews(timing.look, signal, client)
    }
    throw new MailboxFault('broken-off')
  } finally {
    client.close()
  }
}

/** Waits for this time, until the mail server reports an email, or until the connection or the server ends. */
async function untilNews(milliseconds: number, signal: AbortSignal, client?: OpenMailbox['client']): Promise<void> {
  const over = new AbortController()
  const either = { signal: AbortSignal.any([signal, over.signal]) }
  const events = client ? [once(client, 'exists', either), once(client, 'close', either)] : []
  await Promise.race([sleep(milliseconds, undefined, { ...either, ref: false }), ...events]).catch(() => {})
  over.abort()
}

const day = 24 * 3_600_000

/** Reads the emails after the stored position, one at a time, in the order of the mailbox. */
async function readNew(
  context: MailboxContext,
  { client, inbox }: OpenMailbox,
  row: MailboxRow,
  { signal, state }: Pick<ReadingTools, 'signal' | 'state'>,
): Promise<void> {
  const { database, log } = context
  const { uidValidity } = inbox
  const after = String(uidValidity) === row.uid_validity ? Number(row.last_uid) : 0
  // The mail server has numbered its emails again: those from before the connection are not wanted.
  const since = String(uidValidity) === row.first_uid_validity ? null : row.created_at
  const which = { uid: `${after + 1}:*`, ...(since && { since: new Date(since.getTime() - day) }) }
  const found = (await client.search(which, { uid: true })) || []
  const own = { ownAddresses: [context.sender, ...(await findTeamAddresses(database))], ownDomain: domainOf(context) }
  // The range also contains the last email if it has a lower number.
  for (const uid of found.filter((one) => one > after).sort((one, other) => one - other)) {
    state.failures = state.uid === uid ? state.failures + 1 : 0
    state.uid = uid
    const read = await fetchEmail(uid)
    state.uid = 0
    if (read === null) continue
    const place = { revision: row.revision, uidValidity, uid }
    const what = await storeEmail(database, place, read).catch((error: unknown) => {
      if (!isDatabaseError(error) || !/^2[23]/.test(error.code)) throw error
      log.error({ code: error.code }, 'email refused by the database')
      return storeEmail(database, place, unreadable(read.email.fingerprint))
    })
    if (what !== 'known') log.info({ result: what }, 'email read')
    if (what === 'moved') return
  }

  /** Returns null for an email that is gone or from before the connection. */
  async function fetchEmail(uid: number): Promise<ReadEmail | null> {
    if (state.failures >= mostFailures) {
      log.error('email skipped because the connection breaks')
      return unreadable(`${uidValidity} ${uid}`)
    }
    const about = await client.fetchOne(String(uid), { size: true, internalDate: true }, { uid: true })
    if (!about || (since && new Date(about.internalDate ?? 0) < since)) return null
    const isLarge = (about.size ?? 0) > limits.whole
    // A mail server's size can be wrong.
    const range = { start: 0, maxLength: isLarge ? limits.beginning : limits.whole }
    const file = await client.fetchOne(String(uid), { source: range }, { uid: true })
    const { source } = (file || {}) as { source?: Buffer }
    if (!source) return null
    const isCut = isLarge || source.length >= limits.whole
    const read = await readEmail(context, { source, isCut, ...own }, signal)
    const isEarlier = since && read.email.sent_at !== null && new Date(read.email.sent_at) < since
    return isEarlier ? null : read
  }
}

const domainOf = ({ sender }: Pick<MailboxContext, 'sender'>) => sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()

const purpose = 'mailbox'

export const sealPassword = (cipher: Pick<SecretCipher, 'seal'>, password: string): Promise<string> =>
  cipher.seal(purpose, password)

export const openPassword = (cipher: Pick<SecretCipher, 'open'>, sealed: string): Promise<string> =>
  cipher.open(purpose, sealed)
