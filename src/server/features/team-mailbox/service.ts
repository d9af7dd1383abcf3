import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { isDatabaseError } from '#server/lib/db/database.ts'
import type { RepeatedJob } from '#server/lib/time/repeat.ts'
import { type OpenMailbox, openMailbox } from './imap.ts'
import { findMailbox, findTeamAddresses, type MailboxRow, recordReading, storeEmail } from './queries.ts'
import { readEmail, unreadable } from './reading.ts'
import { limits, type MailboxAccess, type MailboxContext, MailboxFault, type ReadEmail } from './types.ts'

/** All times are in milliseconds. */
const usual = {
  opening: 20_000,
  answer: 60_000,
  /** Between two looks at the settings. */
  look: 5000,
  /** Between two readings if the mail server reports no new email. */
  pass: 60_000,
  firstPause: 5000,
  longestPause: 300_000,
}
type MailboxTiming = typeof usual

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

async function keepReading(context: MailboxContext, timing: MailboxTiming, signal: AbortSignal): Promise<void> {
  let pause = timing.firstPause
  while (!signal.aborted) {
    let settings: MailboxRow | null = null
    let wait = timing.look
    try {
      settings = await findMailbox(context.database)
      if (settings?.sealed_password) {
        const mailbox = await openWith(context, settings, settings.sealed_password, timing, signal)
        pause = timing.firstPause
        await readWhileOpen(context, mailbox, settings.revision, timing, signal)
        continue
      }
    } catch (error) {
      if (signal.aborted) return
      // An error's message can contain an email.
      const { name, code } = error as Error & { code?: string }
      context.log.warn(
        { fault: error instanceof MailboxFault ? error.fault : (code ?? name) },
        'mailbox reading failed',
      )
      wait = pause
      pause = Math.min(2 * pause, timing.longestPause)
    }
    for (let waited = 0; waited < wait && !signal.aborted; waited += timing.look) {
      await untilNews(Math.min(timing.look, wait), signal)
      const now = await findMailbox(context.database).catch(() => settings)
      if (now?.revision !== settings?.revision) break
    }
  }
}

async function openWith(
  { database, clock, cipher, policy }: MailboxContext,
  row: MailboxRow,
  sealed: string,
  timing: MailboxTiming,
  signal: AbortSignal,
): Promise<OpenMailbox> {
  try {
    const password = await openPassword(cipher, row, sealed).catch(() => {
      throw new MailboxFault('key-lost')
    })
    return await openMailbox({ ...row, password }, policy, timing, signal)
  } catch (error) {
    if (error instanceof MailboxFault) await recordReading(database, row.revision, error.fault, new Date(clock()))
    throw error
  }
}

/** Reads new emails until the settings change. Throws if the connection ends. */
async function readWhileOpen(
  context: MailboxContext,
  mailbox: OpenMailbox,
  revision: string,
  timing: MailboxTiming,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = context
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
        await readNew(context, mailbox, now, signal)
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
  signal: AbortSignal,
): Promise<void> {
  const { database, log, sender } = context
  const { uidValidity } = inbox
  const after = String(uidValidity) === row.uid_validity ? Number(row.last_uid) : 0
  // If the mail server has numbered its emails again, those from before the connection are not wanted.
  const since = String(uidValidity) === row.first_uid_validity ? null : row.created_at
  const which = { uid: `${after + 1}:*`, ...(since && { since: new Date(since.getTime() - day) }) }
  const found = (await client.search(which, { uid: true })) || []
  const ownDomain = sender.slice(sender.lastIndexOf('@') + 1)
  const own = { ownAddresses: [sender, ...(await findTeamAddresses(database))], ownDomain }
  // The range also contains the last email if it has a lower number.
  for (const uid of found.filter((one) => one > after).sort((one, other) => one - other)) {
    const read = await fetchEmail(uid).catch((error: Error & { responseStatus?: string }) => {
      if (error.responseStatus === undefined) throw error
      log.error('email skipped because the mail server does not send it')
      return unreadable(own)
    })
    if (read === null) continue
    const place = { revision: row.revision, uidValidity, uid }
    const result = await storeEmail(database, place, read).catch(async (error: unknown) => {
      if (!isDatabaseError(error) || !/^2[23]/.test(error.code)) throw error
      log.error({ code: error.code }, 'email skipped because the database refuses it')
      return storeEmail(database, place, await unreadable(own))
    })
    if (result !== 'known') log.info({ result }, 'email read')
    if (result === 'moved') return
  }

  /** Returns null for an email that is gone or from before the connection. */
  async function fetchEmail(uid: number): Promise<ReadEmail | null> {
    const about = await client.fetchOne(String(uid), { size: true, internalDate: true }, { uid: true })
    if (!about || (since && new Date(about.internalDate ?? 0) < since)) return null
    const isLarge = (about.size ?? 0) > limits.whole
    // A mail server's size can be wrong.
    const range = { start: 0, maxLength: isLarge ? limits.beginning : limits.whole }
    const file = await client.fetchOne(String(uid), { source: range }, { uid: true })
    const source = file ? file.source : null
    if (!source) return null
    const read = await readEmail(context, { source, isCut: isLarge || source.length >= limits.whole, ...own }, signal)
    return since && read.email.sent_at !== null && new Date(read.email.sent_at) < since ? null : read
  }
}

/** Binds the encrypted password to its account, so that it is not sent to another host. */
const purpose = ({ host, username }: Pick<MailboxAccess, 'host' | 'username'>) => `mailbox ${username} ${host}`

type Account = Parameters<typeof purpose>[0]
export const sealPassword = (cipher: Pick<SecretCipher, 'seal'>, account: Account, password: string): Promise<string> =>
  cipher.seal(purpose(account), password)

export const openPassword = (cipher: Pick<SecretCipher, 'open'>, account: Account, sealed: string): Promise<string> =>
  cipher.open(purpose(account), sealed)
