import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { findCall, writeCancellation, writeMove, writeProof, writeProposal } from './queries.ts'
import { signCall, signCallForLetter } from './token.ts'
import type { Call, MoveOutcome, Outcome, Seen } from './types.ts'
import { fromWallClock } from './wall-clock.ts'

/**
 * The path of the page of one call. It is valid for sixty days after `callEnds` (milliseconds since 1970): the end of
 * the call, of the requested time, or now, whichever is latest.
 */
export const callPath = async (
  cipher: Pick<SecretCipher, 'key'>,
  bookingId: string,
  callEnds: number,
): Promise<string> => `/?call=${await signCall(cipher, bookingId, callEnds)}`

/** The link of a letter, which also proves that its visitor reads the mailbox. */
export const callLink = async (
  cipher: Pick<SecretCipher, 'key'>,
  siteUrl: string,
  bookingId: string,
  callEnds: number,
): Promise<string> => `${siteUrl}/?call=${await signCallForLetter(cipher, bookingId, callEnds)}`

export interface CallStore {
  database: Database
  clock: Clock
  log: Pick<Log, 'error'>
}

/** The visitor is not signed in: their link gives access to its own call alone. */
const onPage = <T>({ database }: CallStore, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.transaction('backline_call_page', {}, work)

export const readCall = (store: CallStore, id: string): Promise<Call | null> =>
  onPage(store, (tx) =>
    findCall(tx, id, new Date(store.clock()), (column, word) =>
      store.log.error({ column, word }, 'a word in the database is unknown to this release'),
    ),
  )

/** Proposes the typed time, which is in the call's zone. */
export async function proposeTime(
  store: CallStore,
  { id, zone }: Call,
  seen: Seen,
  typed: string,
): Promise<Outcome> {
  const change = changeOf(store, id, seen)
  if (!change) return 'changed'
  const proposed = fromWallClock(typed, zone)
  if (proposed === null) return 'unreadable'
  return onPage(store, (tx) => writeProposal(tx, change, new Date(proposed)))
}

/** Moves the call to one of the free times on the page, in milliseconds since 1970. */
export async function moveCall(
  store: CallStore,
  id: string,
  seen: Seen,
  target: string,
): Promise<MoveOutcome> {
  const change = changeOf(store, id, seen)
  if (!change || !/^\d{1,15}$/.test(target)) return 'changed'
  return onPage(store, (tx) => writeMove(tx, change, new Date(Number(target))))
}

export async function cancelCall(store: CallStore, id: string, seen: Seen): Promise<Outcome> {
  const change = changeOf(store, id, seen)
  return change ? onPage(store, (tx) => writeCancellation(tx, change)) : 'changed'
}

/** The mailbox of a request is proven now, so its picked times are held if they are still free. */
export const proveMailbox = (store: CallStore, id: string): Promise<void> =>
  onPage(store, (tx) => writeProof(tx, id))

/** Null for values that our forms never send. */
function changeOf({ clock }: CallStore, id: string, { status, starts }: Seen) {
  if (!/^(new|confirmed)$/.test(status) || !/^\d{1,15}$/.test(starts)) return null
  return { id, status, starts: new Date(Number(starts)), now: new Date(clock()) }
}
