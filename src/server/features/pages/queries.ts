import type { Database } from '#server/lib/db/database.ts'

/** The weekly capacity set by owners. */
export async function readWeeklyCapacity(database: Database): Promise<number> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<{ weekly_capacity: number }>('select weekly_capacity from public.desk_settings')
  const [row] = rows
  if (!row) throw new Error('settings row is missing')
  return row.weekly_capacity
}
