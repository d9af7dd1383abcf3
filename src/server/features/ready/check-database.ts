import { systemClock } from '#server/lib/clock.ts'
import { readTime } from '#server/lib/time/database-clock.ts'
import type { Found, Look } from './types.ts'

/** Milliseconds by which clocks may differ: as much as `/readyz` lets pass. */
const tolerance = 60_000

export async function checkSecondStep({ facts }: Look): Promise<Found<'second_step'>> {
  const { people, without_second_step: without } = await facts()
  if (people === 0) return ['nobody']
  return without > 0 ? ['missing', { count: without, people }] : ['good', { people }]
}

export async function checkOwners({ facts }: Look): Promise<Found<'owners'>> {
  const { owners } = await facts()
  return [owners > 1 ? 'good' : 'one', { count: owners }]
}

/** As whom the server signs in at the database: decision 52. */
export async function checkRights({ facts }: Look): Promise<Found<'rights'>> {
  const { login, is_super: isSuper, may_own: mayOwn } = await facts()
  return [isSuper ? 'superuser' : mayOwn ? 'owner' : 'good', { login }]
}

/** The clocks of this machine and of the owner's browser, beside that of the database, by which everything goes. */
export async function checkClock({
  database,
  ownClock = systemClock,
  clock,
  visit,
}: Look): Promise<Found<'clock'>> {
  const browserAhead = visit ? visit.browserTime - visit.at : 0
  const before = ownClock()
  const there = await readTime(database.alone('backline_upkeep', {}))
  const ahead = (before + ownClock()) / 2 - there
  if (Math.abs(ahead) > tolerance) return ['server', { seconds: Math.round(ahead / 1000) }]
  if (Math.abs(browserAhead) > tolerance) return ['browser', { seconds: Math.round(browserAhead / 1000) }]
  return ['good', { time: new Date(clock()).toISOString() }]
}

export async function checkHours({ facts }: Look): Promise<Found<'hours'>> {
  const { hours_chosen: isChosen, time_zone: zone, opens, closes } = await facts()
  return [isChosen ? 'good' : 'untouched', { zone, opens: opens.slice(0, 5), closes: closes.slice(0, 5) }]
}

/** Whether visitors have times to pick from. */
export async function checkHosts({ facts }: Look): Promise<Found<'hosts'>> {
  const { hosts, hosts_without_hours: without } = await facts()
  if (hosts === 0) return ['none']
  return without > 0 ? ['without_hours', { count: without, people: hosts }] : ['good', { count: hosts }]
}

export async function checkDaysOff({ facts }: Look): Promise<Found<'days_off'>> {
  const { days_off: count } = await facts()
  return count > 0 ? ['good', { count }] : ['none']
}
