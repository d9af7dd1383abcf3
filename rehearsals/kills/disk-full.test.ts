import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'

/** A disk of its own, which root alone can make. */
const disk = mkdtempSync(join(tmpdir(), 'backline-disk-'))
const mount = (...words: string[]) => spawnSync('/bin/mount', words).status === 0
const isThere = mount('-t', 'tmpfs', '-o', 'size=120m,mode=0755', 'tmpfs', disk)
afterAll(() => {
  if (isThere) spawnSync('/bin/umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

it.skipIf(!isThere)(
  'a full disk is noticed before a booking is, and room on it too',
  async () => {
    chmodSync(disk, 0o755)
    const database = await openDatabase({ dataDir: join(disk, 'data'), owner: 'test', log: () => {} })
    const store = () =>
      database.transaction('anon', {}, (tx) =>
        tx.query(...insertion('strategy_call_bookings', booking({ message: 'x'.repeat(2000) }))),
      )
    await store()
    await database.ping()
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 64 * 1024))
    await expect(database.ping()).rejects.toMatchObject({ code: '53100' })
    // There may be room left in pages that are there; readiness does not count on it.
    for (let stored = 0; ; stored++) {
      const code = await store().then(
        () => null,
        (error: { code?: string }) => error.code ?? 'none',
      )
      if (code !== null) {
        expect(['53100', '08006']).toContain(code)
        break
      }
      expect(stored).toBeLessThan(1000)
    }
    rmSync(join(disk, 'filler'))
    await expect
      .poll(() =>
        database.ping().then(
          () => 'well',
          () => 'full',
        ),
      )
      .toBe('well')
    await store()
    await database.close()
  },
  60_000,
)
