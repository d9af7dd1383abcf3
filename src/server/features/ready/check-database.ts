import { backupWords } from '#content/backup-words.ts'
import { unreadCount } from '#content/calendar-faults.ts'
import { readTime, systemClock } from '#server/lib/time/clock.ts'
import { backupFailures } from '#shared/contract/operations.ts'
import { type CheckResult, good, mustFix, shouldReview, text } from './found.ts'
import { readBackups } from './queries.ts'
import type { CheckContext } from './types.ts'

/** Milliseconds by which clocks may differ; `/readyz` allows the same difference. */
const tolerance = 60_000

export async function checkSecondStep({ facts }: CheckContext): Promise<CheckResult> {
  const { people, without_second_step: without } = await facts()
  if (people === 0) {
    return mustFix(
      'nobody',
      'There are no members yet.',
      'Open the link that the server printed when it started, or run npm run auth -- owner (in a release: backline auth owner).',
    )
  }
  if (without === 0) return good('Every member uses two-step verification.')
  return mustFix(
    'missing',
    text`Members without two-step verification: ${without} of ${people}. They have no access until they set it up.`,
    'Ask these members to sign in and set up two-step verification, or suspend their accounts. See Team for their names.',
  )
}

export async function checkOwners({ facts }: CheckContext): Promise<CheckResult> {
  const { owners } = await facts()
  if (owners === 0) {
    return mustFix(
      'none',
      'There is no owner.',
      'Run npm run auth -- owner (in a release: backline auth owner), and open the link that it prints.',
    )
  }
  if (owners > 1) return good(text`There are ${owners} owners.`)
  return shouldReview(
    'one',
    'There is only one owner. If this owner loses their phone and recovery codes, nobody can restore their access.',
    'Make another member an owner under Team, or keep your recovery codes in a safe place.',
  )
}

/** The server's database role; see decision 1. */
export async function checkRights({ facts }: CheckContext): Promise<CheckResult> {
  const { login, is_super: isSuper, may_own: mayOwn } = await facts()
  if (isSuper) {
    return mustFix(
      'superuser',
      text`Requests run as ${login}, a database superuser.`,
      'Create a separate user for this server. See docs/handbook/databases.md.',
    )
  }
  if (!mayOwn) return good(text`Requests run as ${login}, a user that owns no tables.`)
  return shouldReview(
    'owner',
    text`Requests run as ${login}, the role that owns the tables: no database policy restricts it.`,
    'Create a second database user for DATABASE_URL, and set MIGRATION_URL to the database address of the owner. See docs/handbook/databases.md.',
  )
}

/**
 * Compares this machine's clock and the clock of the owner's browser with the database's clock, which is the reference.
 */
export async function checkClock({ database, ownClock = systemClock, visit }: CheckContext): Promise<CheckResult> {
  const browserAhead = visit ? visit.browserTime - visit.at : 0
  const before = ownClock()
  const there = await readTime(database.alone('backline_upkeep', {}))
  const ahead = (before + ownClock()) / 2 - there
  if (Math.abs(ahead) > tolerance) {
    return mustFix(
      'server',
      text`The server and database clocks differ: the server is ${minutesOff(ahead)}. Deletion of expired data is paused until this is fixed.`,
      'Synchronize both clocks over the network (timedatectl set-ntp true).',
    )
  }
  if (Math.abs(browserAhead) > tolerance) {
    return shouldReview(
      'browser',
      text`This computer’s clock is ${minutesOff(browserAhead)}.`,
      'Synchronize the clock over the network: authenticator app codes depend on it.',
    )
  }
  return good(
    visit
      ? 'The server, the database and this browser agree on the time.'
      : 'The server and the database agree on the time.',
  )
}

function minutesOff(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${milliseconds > 0 ? 'ahead' : 'behind'}`
}

export async function checkHours({ facts }: CheckContext): Promise<CheckResult> {
  const { hours_chosen: isChosen, time_zone: zone, opens, closes } = await facts()
  const hours = text`${opens.slice(0, 5)} to ${closes.slice(0, 5)}, ${zone}`
  if (isChosen) return good(`Calls take place from ${hours}.`)
  return shouldReview(
    'untouched',
    `The hours are still the defaults: ${hours}.`,
    'If these are not correct, set your hours and working days under Settings.',
  )
}

export async function checkHosts({ facts }: CheckContext): Promise<CheckResult> {
  const { hosts, hosts_without_hours: without } = await facts()
  if (hosts === 0) {
    return shouldReview(
      'none',
      'There are no hosts, so visitors can only request a time and wait for your answer.',
      'Set your hours under Availability.',
    )
  }
  if (without === 0) return good(text`Hosts with hours: ${hosts}.`)
  return shouldReview(
    'without_hours',
    text`Hosts without hours: ${without} of ${hosts}. Visitors cannot choose times with these hosts.`,
    'Ask these hosts to set their hours under Availability, or to stop taking calls.',
  )
}

/**
 * Checks that hosts' calendars were read completely. If an entry could not be read, the host counts as available during
 * that entry.
 */
export async function checkCalendars({ facts }: CheckContext): Promise<CheckResult> {
  const { calendars } = await facts()
  const { all, failing, unread } = calendars
  const problems = [
    failing > 0 && text`${failing} of ${all} calendars could not be read on the last attempt.`,
    unread > 0 && `In hosts’ calendars, ${unreadCount(calendars)}`,
  ].filter((problem) => problem !== false)
  if (problems.length > 0) {
    const finding = failing > 0 ? 'failing' : 'unread'
    return shouldReview(finding, problems.join(' '), 'Hosts can see the reasons under Availability.')
  }
  return good(all === 0 ? 'No host has added a calendar.' : text`Calendars read completely: ${all}.`)
}

export async function checkDaysOff({ facts }: CheckContext): Promise<CheckResult> {
  const { days_off: count } = await facts()
  if (count > 0) return good(text`Upcoming days off: ${count}.`)
  return shouldReview(
    'none',
    'No days off are set.',
    'Add upcoming holidays under Settings, so that nobody requests a call on those days.',
  )
}

/** The maximum accepted age of the last backup if no backups are scheduled. */
const oldMilliseconds = 2 * 86_400_000

/** A test restore counts for half a year, because programs, keys and people change. */
const provenMilliseconds = 180 * 86_400_000

/** Checks that there is a recent backup, and that a backup was restored as a test. */
export async function checkBackup({ database, clock }: CheckContext): Promise<CheckResult> {
  const last = await readBackups(database)
  const { snapshot_at: made, failed_at: failed, proven_at: proven, every_hours: everyHours } = last
  if (failed) {
    const { says, mend: todo } = backupWords.failures[backupFailures.find((known) => known === last.failure) ?? 'other']
    return mustFix('broken', text`The backup from ${failed.toISOString()} failed. ${says}`, todo)
  }
  if (!made) {
    return everyHours === null
      ? mustFix(
          'unset',
          'There is no backup.',
          'Set BACKUP_TO to an S3 bucket or a folder on another disk, and restart the server.',
        )
      : mustFix(
          'none',
          'Backups are scheduled, but no backup exists yet.',
          'Run npm run backup once and check its output.',
        )
  }
  const holds = text`The last backup is from ${made.toISOString()}`
  if (last.is_late) {
    const says = text`${backupWords.late} ${holds}, but backups are scheduled every ${everyHours ?? 0} hours.`
    return mustFix('late', says, backupWords.mendLate)
  }
  const plan = 'Set BACKUP_TO, so that the server makes a backup every day'
  if (everyHours === null && clock() - made.getTime() > oldMilliseconds) {
    return mustFix('old', `${holds}, and no other backup is scheduled.`, `${plan}.`)
  }
  if (!proven || clock() - proven.getTime() > provenMilliseconds) {
    return shouldReview(
      'unproven',
      `${holds}, but no backup has been tested by a restore in the last six months.`,
      'Run npm run restore -- --check with the newest file: the command restores the file into a temporary database.',
    )
  }
  if (everyHours !== null) return good(text`${holds}. A restore was tested on ${proven.toISOString()}.`)
  return shouldReview(
    'by_hand',
    `${holds}. It was made by hand, and no other backup is scheduled.`,
    `${plan}, unless another program makes backups.`,
  )
}
