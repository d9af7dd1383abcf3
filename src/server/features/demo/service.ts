import type { Transaction } from '#server/lib/db/database.ts'
import { day, office } from './calendar.ts'
import { makeQuarter } from './quarter.ts'
import {
  countDays,
  insertAgents,
  insertBookings,
  insertDayOff,
  insertDownloads,
  insertHolds,
  insertHosts,
  insertLetters,
  insertLog,
  insertMessages,
  insertNotes,
  insertSignIns,
  insertVisits,
  isInhabited,
  makeMonths,
  updateSettings,
} from './queries.ts'

/** A demo is for an empty place: what is made up must never lie among what is real. */
export class DemoRefused extends Error {}

export interface Filled {
  interactions: number
  bookings: number
  messages: number
}

/** Fills an empty database with thirteen weeks that never were, up to now. As the owner of the tables. */
export async function fillDemo(
  tx: Transaction,
  { now, url, seed = 'backline' }: { now: number; url: string; seed?: string },
): Promise<Filled> {
  if (await isInhabited(tx))
    throw new DemoRefused('There are people, bookings or visits in this database already.')
  const { agents, hosts, signIns, dayOff, visits, bookings, messages } = makeQuarter(seed, now, url)
  const since = now - 92 * day
  await insertAgents(tx, agents, since)
  await updateSettings(tx, office)
  await insertDayOff(tx, dayOff)
  await insertHosts(tx, hosts, now)
  await makeMonths(tx, since)
  const interactions = await insertVisits(tx, visits, now)
  await insertDownloads(tx)
  await insertBookings(tx, bookings)
  await insertHolds(tx, bookings)
  await insertMessages(tx, messages)
  await insertNotes(tx, [
    ...bookings.flatMap(({ id, notes }) => notes.map((note) => ({ ...note, booking: id, message: null }))),
    ...messages.flatMap(({ id, notes }) => notes.map((note) => ({ ...note, booking: null, message: id }))),
  ])
  await insertLog(tx, [
    ...agents.map(({ id }) => ({
      at: since,
      actor: null,
      action: 'member_added',
      details: { role: 'agent' },
      subject: 'staff_members',
      id,
    })),
    ...bookings.flatMap(({ id, log }) =>
      log.map((line) => ({ ...line, subject: 'strategy_call_bookings', id })),
    ),
    ...messages.flatMap(({ id, log }) => log.map((line) => ({ ...line, subject: 'contact_messages', id }))),
  ])
  await insertLetters(tx)
  await insertSignIns(tx, signIns)
  await countDays(tx, now, 395)
  return { interactions, bookings: bookings.length, messages: messages.length }
}
