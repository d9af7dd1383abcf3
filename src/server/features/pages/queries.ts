import type { Database } from '#server/lib/db/database.ts'

/** The number of calls per week that owners have set. */
export async function readSlots(database: Database): Promise<number> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<{ weekly_capacity: number }>('select weekly_capacity from public.desk_settings')
  const [row] = rows
  if (!row) throw new Error('the database has no settings')
  return row.weekly_capacity
}
