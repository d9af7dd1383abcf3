import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import type { PossibleHosts } from '#shared/contract/hosts.ts'

const test = await testDatabase()
afterAll(() => test.close())

describe('the site’s list of hosts', () => {
  beforeEach(async () => {
    await test.asOwner('delete from strategy_call_bookings')
    await test.asOwner('delete from private.hosts')
    await test.asOwner('update desk_settings set confirm_at_once = true, weekly_capacity = 200')
  })

  const ask = async <Told>(statement: string, values: unknown[] = []) => {
    const { rows } = await test.database.transaction('anon', {}, (tx) => tx.query<{ told: Told }>(statement, values))
    return rows[0]?.told
  }
  const callers = () => ask<PossibleHosts>('select callers() as told')
  /** An empty string means a host without a name. */
  async function named(name: string, change: { named_to_visitors?: boolean } = { named_to_visitors: true }) {
    const id = await hostForTest(test, { hours: everyDay, ...change })
    await test.asOwner(
      `update auth.users set raw_user_meta_data = jsonb_build_object('name', $2::text) where id = $1`,
      [id, name],
    )
    return id
  }

  it('hides the name of a host who has not agreed to show it', async () => {
    expect(await callers()).toEqual({ callers: [], others: false })
    await named('Anna Meyer', {})
    expect(await callers()).toEqual({ callers: [], others: true })
  })

  it("shows the name from a host's profile, and never a part of the host's email address", async () => {
    await named(' Anna Meyer ')
    await named('')
    expect(await callers()).toEqual({ callers: [{ name: 'Anna Meyer', place: 'phone' }], others: true })
  })

  it('shows at most three hosts, sorted by when they became members', async () => {
    const names = ['Anna', 'Ben', 'Cleo', 'Dan']
    for (const name of names.slice(0, 3)) await named(name)
    const three = names.slice(0, 3).map((name) => ({ name, place: 'phone' }))
    expect(await callers()).toEqual({ callers: three, others: false })
    await named('Dan')
    expect(await callers()).toEqual({ callers: three, others: true })
  })

  it('hides hosts who have been paused or disabled', async () => {
    const [anna, ben] = [await named('Anna'), await named('Ben')]
    await test.asOwner('update private.hosts set takes_calls = false where id = $1', [anna])
    await test.asOwner('update staff_members set disabled_at = now() where id = $1', [ben])
    expect(await callers()).toEqual({ callers: [], others: false })
  })
})
