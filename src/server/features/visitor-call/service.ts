import { Temporal } from 'temporal-polyfill'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { signLinkKey, verifyLinkKey } from '#server/lib/crypto/tokens.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { CallPageData, ChangeOutcome, MoveOutcome, SeenState } from './call-state.ts'
import { confirmMailbox, findCall, writeCancellation, writeMove, writeProposal } from './queries.ts'

/**
 * The path of a call's page, valid for sixty days after `callEnds` (milliseconds since 1970). `callEnds` is the end of
 * the call, the end of the requested time, or now, whichever is latest.
 */
export const callPath = async (
  cipher: Pick<SecretCipher, 'key'>,
  bookingId: string,
  callEnds: number,
): Promise<string> => `/?call=${await signCallToken(cipher, bookingId, callEnds)}`

/** The link in an email, which also verifies the mailbox. */
export const callLink = async (
  cipher: Pick<SecretCipher, 'key'>,
  siteUrl: string,
  bookingId: string,
  callEnds: number,
): Promise<string> => `${siteUrl}/?call=${await signEmailToken(cipher, bookingId, callEnds)}`

export interface CallStore {
  database: Database
  clock: Clock
  log: Pick<Log, 'error'>
}

/** The visitor is not signed in, so their link gives access to only one call. */
const onPage = <T>({ database }: CallStore, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.transaction('backline_call_page', {}, work)

export const readCall = (store: CallStore, id: string): Promise<CallPageData | null> =>
  onPage(store, (tx) =>
    findCall(tx, id, new Date(store.clock()), (column, word) =>
      store.log.error({ column, word }, 'unknown value in database'),
    ),
  )

/** Proposes the typed time, which is interpreted in the call's time zone. */
export async function proposeTime(
  store: CallStore,
  { id, zone }: CallPageData,
  seen: SeenState,
  typed: string,
): Promise<ChangeOutcome> {
  const change = changeOf(store, id, seen)
  if (!change) return 'changed'
  const proposed = fromWallClock(typed, zone)
  if (proposed === null) return 'unreadable'
  return onPage(store, (tx) => writeProposal(tx, change, new Date(proposed)))
}

/** Moves the call to one of the available times on the page, in milliseconds since 1970. */
export async function moveCall(store: CallStore, id: string, seen: SeenState, target: string): Promise<MoveOutcome> {
  const change = changeOf(store, id, seen)
  if (!change || !/^\d{1,15}$/.test(target)) return 'changed'
  return onPage(store, (tx) => writeMove(tx, change, new Date(Number(target))))
}

export async function cancelCall(store: CallStore, id: string, seen: SeenState): Promise<ChangeOutcome> {
  const change = changeOf(store, id, seen)
  return change ? onPage(store, (tx) => writeCancellation(tx, change)) : 'changed'
}

/** Verifies the mailbox of a request, so that the chosen slot is held if it is still available. */
export const verifyMailbox = (store: CallStore, id: string): Promise<void> =>
  onPage(store, (tx) => confirmMailbox(tx, id))

/** Returns null for values that our forms never send. */
function changeOf({ clock }: CallStore, id: string, { status, starts }: SeenState) {
  if (!/^(new|confirmed)$/.test(status) || !/^\d{1,15}$/.test(starts)) return null
  return { id, status, starts: new Date(Number(starts)), now: new Date(clock()) }
}

/** The format of `datetime-local`: local time without a zone. */
const localTimeFormat = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/

/**
 * Returns the instant for a local time, or null if the time is invalid. Like calendar programs, moves a skipped time
 * one hour later, and reads a repeated time as the first of the two ('compatible').
 */
function fromWallClock(text: string, zone: string): number | null {
  if (!localTimeFormat.test(text)) return null
  try {
    const time = Temporal.PlainDateTime.from(text, { overflow: 'reject' }).round('minute')
    return time.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
  } catch {
    return null
  }
}

type Cipher = Pick<SecretCipher, 'key'>

/** The purpose of a token that opens only the page of one call. */
const purpose = 'call'

/**
 * The token in an email also verifies the mailbox. The browser in which the booking was made never receives this token.
 */
const letterPurpose = 'call by letter'

/**
 * A link stays valid for sixty days after the call. Visitors may look up a missed call a few weeks later, but emails
 * stay in mailboxes for years.
 */
const tokenLifetime = 60 * 24 * 3600 * 1000

/** Returns the token with which the requesting browser opens the page of a call. */
export const signCallToken = (cipher: Cipher, bookingId: string, callEnds: number): Promise<string> =>
  signLinkKey(cipher, purpose, bookingId, callEnds + tokenLifetime)

/** Returns the token in an email's link to the page of a call. */
export const signEmailToken = (cipher: Cipher, bookingId: string, callEnds: number): Promise<string> =>
  signLinkKey(cipher, letterPurpose, bookingId, callEnds + tokenLifetime)

/** The booking that a token opens, and whether the token came by email; null for an invalid token. */
export async function openCall(
  cipher: Cipher,
  token: unknown,
  now: number,
): Promise<{ id: string; isByLetter: boolean } | null> {
  const told = await verifyLinkKey(cipher, letterPurpose, token, now)
  if (told !== null) return { id: told, isByLetter: true }
  const id = await verifyLinkKey(cipher, purpose, token, now)
  return id === null ? null : { id, isByLetter: false }
}
