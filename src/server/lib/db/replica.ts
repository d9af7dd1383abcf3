import type { Log } from '#server/lib/log.ts'
import { repeat } from '#server/lib/repeat.ts'
import { openPool } from './pool.ts'
import { wayTo } from './primary-client.ts'
import type { Database } from './types.ts'

const lookEvery = 1000
/** Few people ask what goes to a replica, and each question takes long. */
const poolSize = 3

export interface ReplicaOptions {
  url: string
  /** Where everything is written. */
  primary: Pick<Database, 'transaction' | 'alone'>
  /** A replica that lacks what was written longer ago than this is not asked. */
  seconds: number
  owner: string
  log: Log
}

type Source = Pick<Database, 'transaction'>

/** A standby that answers questions which need not see the latest of what was written. */
export interface Replica {
  /** Asks the replica; where that is away, behind or refuses, the primary. What is asked must change nothing. */
  ask<T>(question: (source: Source) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Follows how far behind a replica is. Each look notes the primary's position in its log and the time; the replica is as
 * old as the latest note whose position it has replayed. The time of the last commit that it replayed would call a replica old
 * that follows a database where nothing happens.
 */
export function openReplica({ url, primary, seconds, owner, log }: ReplicaOptions): Replica {
  const pool = openPool({ ...wayTo(url), application_name: owner, max: poolSize }, (message) =>
    log.warn(message),
  )
  let notes: { position: bigint; at: number }[] = []
  let freshAt = Number.NEGATIVE_INFINITY
  let isUsed: boolean | null = null
  const isFresh = () => performance.now() - freshAt <= seconds * 1000

  const say = () => {
    if (isFresh() === isUsed) return
    isUsed = isFresh()
    if (isUsed) log.info('the replica is asked')
    else log.warn('the replica is away or behind, so the primary is asked')
  }
  const look = async () => {
    const at = performance.now()
    const note = await askPosition(primary)
    notes = [...notes.filter((older) => at - older.at <= seconds * 1000), { position: note.position, at }]
    const there = await askPosition(pool)
    if (!there.isStandby || there.isSuperuser || there.system !== note.system) {
      throw new Error('REPLICA_URL must lead to a standby of the database, as a user who is no superuser')
    }
    freshAt = notes.findLast(({ position }) => position <= there.position)?.at ?? freshAt
  }
  const looking = repeat('replica', lookEvery, log, () => look().finally(say))

  return {
    async ask(question) {
      if (!isFresh()) return question(primary)
      try {
        return await question(pool)
      } catch (error) {
        // A session or right that is too new for the replica, a conflict with what it replays, or its end: the primary knows.
        log.info({ err: error }, 'the replica did not answer, so the primary is asked')
        return question(primary)
      }
    },
    async close() {
      await looking.stop()
      await pool.close()
    },
  }
}

interface Position {
  position: bigint
  isStandby: boolean
  isSuperuser: boolean
  /** Names the cluster of databases, which a standby has in common with its primary. */
  system: string
}

async function askPosition(source: Pick<Database, 'alone'>): Promise<Position> {
  const { rows } = await source.alone('backline_upkeep', {}).query<Position & { lsn: string }>(
    `select pg_is_in_recovery() as "isStandby", s.system_identifier::text as system,
       case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end as lsn,
       (select rolsuper from pg_roles where rolname = session_user) as "isSuperuser"
     from pg_control_system() s`,
  )
  const [row] = rows
  const [high = '', low = ''] = row?.lsn.split('/') ?? []
  if (!row || !low) throw new Error('no position in the log of the database')
  return { ...row, position: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) }
}
