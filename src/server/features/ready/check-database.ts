import { backupWords } from '#content/backup-words.ts'
import { unreadCount } from '#content/calendar-faults.ts'
import { readTime, systemClock } from '#server/lib/time/clock.ts'
import { backupFailures } from '#shared/contract/operations.ts'
import { consider, type Found, good, mend, text } from './found.ts'
import { readBackups } from './queries.ts'
import type { Look } from './types.ts'

/** Milliseconds by which clocks may differ, the same as in `/readyz`. */
const tolerance = 60_000

export async function checkSecondStep({ facts }: Look): Promise<Found> {
  const { people, without_second_step: without } = await facts()
  if (people === 0) {
    return mend(
      'nobody',
      'Nobody works here yet.',
      'Open the link that the start of the server printed, or run npm run auth -- owner (of a release: backline auth owner).',
    )
  }
  if (without === 0) return good('Everybody who works here has a second step.')
  return mend(
    'missing',
    text`${without} of ${people} have no second step yet. They see nothing until they have one.`,
    'Ask them to sign in and set it up, or stop the account. People says who it is.',
  )
}

export async function checkOwners({ facts }: Look): Promise<Found> {
  const { owners } = await facts()
  if (owners === 0) {
    return mend(
      'none',
      'There is no owner.',
      'Run npm run auth -- owner (of a release: backline auth owner), and open the link that it prints.',
    )
  }
  if (owners > 1) return good(text`${owners} people can do what an owner can.`)
  return consider(
    'one',
    'There is one owner, and nobody who could help them in if they lose phone and codes.',
    'Make somebody else an owner under People, or keep your recovery codes in a safe place.',
  )
}

/** The database role of the server: decision 1. */
export async function checkRights({ facts }: Look): Promise<Found> {
  const { login, is_super: isSuper, may_own: mayOwn } = await facts()
  if (isSuper) {
    return mend(
      'superuser',
      text`Requests are served as ${login}, who may do anything in the database.`,
      'Make a user of its own for this server. docs/handbook/databases.md says how.',
    )
  }
  if (!mayOwn) return good(text`Requests are served as ${login}, who owns nothing.`)
  return consider(
    'owner',
    text`Requests are served as ${login}, who owns the tables: no policy of the database binds that user.`,
    'Make a second user, and name the owner in MIGRATION_URL. docs/handbook/databases.md says how.',
  )
}

/** Compares the clocks of this machine and of the owner's browser with the database's, which decides. */
export async function checkClock({ database, ownClock = systemClock, visit }: Look): Promise<Found> {
  const browserAhead = visit ? visit.browserTime - visit.at : 0
  const before = ownClock()
  const there = await readTime(database.alone('backline_upkeep', {}))
  const ahead = (before + ownClock()) / 2 - there
  if (Math.abs(ahead) > tolerance) {
    return mend(
      'server',
      text`The server is ${minutesOff(ahead)} of the database. Nothing is removed by age meanwhile.`,
      'Let both machines take their time from the network (timedatectl set-ntp true).',
    )
  }
  if (Math.abs(browserAhead) > tolerance) {
    return consider(
      'browser',
      text`The clock of this computer is ${minutesOff(browserAhead)}.`,
      'Let it take its time from the network: codes of the second step depend on it.',
    )
  }
  return good(
    visit
      ? 'Server, database and this browser have the same time.'
      : 'Server and database have the same time.',
  )
}

function minutesOff(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${milliseconds > 0 ? 'ahead' : 'behind'}`
}

export async function checkHours({ facts }: Look): Promise<Found> {
  const { hours_chosen: isChosen, time_zone: zone, opens, closes } = await facts()
  const hours = text`${opens.slice(0, 5)} to ${closes.slice(0, 5)}, ${zone}`
  if (isChosen) return good(`Calls are held from ${hours}.`)
  return consider(
    'untouched',
    `Hours are as they came: ${hours}.`,
    'Set your hours and days of work under Settings, unless these are yours.',
  )
}

export async function checkHosts({ facts }: Look): Promise<Found> {
  const { hosts, hosts_without_hours: without } = await facts()
  if (hosts === 0) {
    return consider(
      'none',
      'Nobody takes calls, so visitors have no free times to pick from: they wish for any time, and wait for your answer.',
      'Say your hours under Hours.',
    )
  }
  if (without === 0) return good(text`People who take calls, with hours of their own: ${hosts}.`)
  return consider(
    'without_hours',
    text`Of ${hosts} who take calls, ${without} have said no hours: no time of theirs is offered.`,
    'Let them say their hours under Hours, or take no calls.',
  )
}

/** Whether hosts' calendars were read in full: an entry that was not read leaves its host available. */
export async function checkCalendars({ facts }: Look): Promise<Found> {
  const { calendars } = await facts()
  const { all, failing, unread } = calendars
  const problems = [
    failing > 0 && text`${failing} of ${all} calendars could not be read at the last attempt.`,
    unread > 0 && `In hosts’ calendars, ${unreadCount(calendars)}`,
  ].filter((problem) => problem !== false)
  if (problems.length > 0) {
    const finding = failing > 0 ? 'failing' : 'unread'
    return consider(finding, problems.join(' '), 'Each host sees the reasons on the screen Hours.')
  }
  return good(all === 0 ? 'No host has added a calendar.' : text`Calendars that were read in full: ${all}.`)
}

export async function checkDaysOff({ facts }: Look): Promise<Found> {
  const { days_off: count } = await facts()
  if (count > 0) return good(text`Days off to come: ${count}.`)
  return consider(
    'none',
    'No day off is entered.',
    'Enter the next holidays under Settings, so that nobody asks for a call then.',
  )
}

/** Without a schedule a backup lacks all work since then: two days of it are accepted. */
const oldMilliseconds = 2 * 86_400_000

/** A restore proves a backup; the proof expires, because programs, keys and people change. */
const provenMilliseconds = 180 * 86_400_000

/** Whether there is a recent backup, and one that was restored as a test. */
export async function checkBackup({ database, clock }: Look): Promise<Found> {
  const last = await readBackups(database)
  const { snapshot_at: made, failed_at: failed, proven_at: proven, every_hours: everyHours } = last
  if (failed) {
    const { says, mend: todo } =
      backupWords.failures[backupFailures.find((known) => known === last.failure) ?? 'other']
    return mend('broken', text`The backup of ${failed.toISOString()} failed. ${says}`, todo)
  }
  if (!made) {
    return everyHours === null
      ? mend(
          'unset',
          'There is no backup.',
          'Set BACKUP_TO to a folder on another disk or to an S3 place, and start the server anew.',
        )
      : mend(
          'none',
          'Backups are planned, and there is none yet.',
          'Run npm run backup once, and see what it says.',
        )
  }
  const holds = text`The last one holds ${made.toISOString()}`
  if (last.is_late) {
    const says = text`${backupWords.late} ${holds}, and there should be one every ${everyHours ?? 0} hours.`
    return mend('late', says, backupWords.mendLate)
  }
  const plan = 'Set BACKUP_TO, so that the server makes one each day'
  if (everyHours === null && clock() - made.getTime() > oldMilliseconds) {
    return mend('old', `${holds}, and no other is planned.`, `${plan}.`)
  }
  if (!proven || clock() - proven.getTime() > provenMilliseconds) {
    return consider(
      'unproven',
      `${holds}, and no restore has proven one within half a year.`,
      'Run npm run restore -- --check and the newest file: it tries it in a database that is thrown away.',
    )
  }
  if (everyHours !== null) return good(text`${holds}. A restore proved one on ${proven.toISOString()}.`)
  return consider(
    'by_hand',
    `${holds}. It was made by hand, and no other is planned.`,
    `${plan}, unless another program does.`,
  )
}
