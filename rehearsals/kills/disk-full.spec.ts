import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { databaseOf, StoredRows } from '#e2e/database.ts'
import { postBooking, postRows } from '#rehearsals/visitors.ts'
import { RunningServer } from '#tools/testing/run-server.ts'

/** Mounts a small in-memory file system; requires root. */
const mount = (folder: string, ...options: string[]) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', folder], { encoding: 'utf8' })

const email = 'full@company.example'

test('[D3] refuses only requests that store data while the disk is full, and recovers once there is free space', async () => {
  test.setTimeout(150_000)
  const folder = mkdtempSync(join(tmpdir(), 'backline-full-'))
  chmodSync(folder, 0o755)
  const made = process.getuid?.() === 0 ? mount(folder, 'size=120m', 'mode=755') : null
  test.skip(made?.status !== 0, 'mounting a disk to fill requires root')
  const server = new RunningServer({ DATA_DIR: join(folder, 'data') })
  const stored = new StoredRows(databaseOf(folder))
  const acknowledged: string[] = []
  const refusals = new Set<number>()
  const session_id = randomUUID()
  const events = Array.from({ length: 20 }, () => ({
    session_id,
    event_type: 'engagement',
    event_data: { note: 'x'.repeat(2500) },
  }))
  const book = async () => {
    const id = randomUUID()
    const { status } = await postBooking(server.url, { id, email, message: 'x'.repeat(1000) })
    if (status === 201) acknowledged.push(id)
    else refusals.add(status)
    return status
  }
  try {
    await server.start()
    const { pid } = server
    expect(await book()).toBe(201)
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - 64 * 1024))
    // The server reports the full disk before it refuses a booking, because PostgreSQL's existing pages can have
    // space for more rows.
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
    // Requests from visitors fill the rest of the disk.
    let refused = 0
    for (const end = Date.now() + 60_000; refused < 5 && Date.now() < end; ) {
      const status = (await postRows(server.url, 'user_interactions', events)).status
      // Once the server has measured the disk, interactions are refused with 429, so that the remaining space is left
      // for bookings.
      if (status !== 201 && status !== 429) refusals.add(status)
      if ((await book()) !== 201 && status !== 201) refused++
    }
    expect(refused).toBe(5)
    // Expects that pages are served while the disk is full, even if PostgreSQL shuts down and restarts repeatedly.
    await stored.nextLogFile()
    for (let look = 0; look < 8; look++) {
      const health = await fetch(`${server.url}/healthz`)
      const page = await fetch(server.url)
      const ready = await fetch(`${server.url}/readyz`)
      expect([health.status, page.status, ready.status]).toEqual([200, 200, 503])
      await book()
      await sleep(300)
    }
    for (const status of refusals) expect([503, 507]).toContain(status)
    expect(server.output).toContain('postgres exited, restarting')

    const larger = spawnSync('mount', ['-o', 'remount,size=240m', folder], { encoding: 'utf8' })
    expect(larger.status, larger.stderr).toBe(0)
    await expect.poll(book, { timeout: 30_000, intervals: [500] }).toBe(201)
    expect(server.pid).toBe(pid)
    const ids = new Set((await stored.bookings(email)).map(({ id }) => id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  } finally {
    await server.stop()
    if (made?.status === 0) spawnSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  }
})
