import { expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'

it('rows that nobody waits for any more end at the database too', async () => {
  const test = await testDatabase()
  const others = () =>
    test.asOwner(`select state from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  const leaving = new AbortController()
  const work = async () => ({ text: 'select pg_sleep(60)', values: [] })
  const opening = test.database.cursor('anon', {}, work, { seconds: 60, batch: 2, signal: leaving.signal })
  await expect.poll(others).toEqual([{ state: 'active' }])
  leaving.abort()
  await expect(opening).rejects.toMatchObject({ code: '08006' })
  await expect.poll(others).toEqual([])
  await test.close()
})
