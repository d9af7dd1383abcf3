import type { Database } from './types.ts'

/** 'synchronous': a standby has every acknowledged commit. 'asynchronous': a failover may lose the latest commits. */
export type Replication = 'none' | 'synchronous' | 'asynchronous'

interface Standing {
  standbys: number
  is_asynchronous: boolean
}

export async function readReplication(database: Pick<Database, 'alone'>): Promise<Replication> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<Standing>('select standbys, is_asynchronous from private.read_replication()')
  const { standbys, is_asynchronous } = rows[0] ?? { standbys: 0, is_asynchronous: false }
  if (standbys === 0) return 'none'
  return is_asynchronous ? 'asynchronous' : 'synchronous'
}
