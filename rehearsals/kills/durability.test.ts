import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { lives, openFolder, postgresIn } from '#server/lib/db/embedded/testing.ts'
import { type ServerProcess, said, startServer } from './writer-process.ts'

const acknowledged = ({ lines }: ServerProcess) =>
  lines.filter((line) => line.startsWith('stored ')).map((line) => line.slice('stored '.length))

describe('a row that was acknowledged', () => {
  it('is there after the server, PostgreSQL or both were killed while writing', async () => {
    const dataDir = openFolder()
    const ids: string[] = []
    for (const victim of ['node', 'postgres', 'both', 'node', 'postgres', 'both']) {
      const server = startServer(dataDir, 'busy')
      // In the middle of its work.
      await expect.poll(() => acknowledged(server).length, { interval: 10 }).toBeGreaterThan(20)
      const postgres = postgresIn(dataDir)
      if (victim !== 'node') process.kill(postgres, 'SIGKILL')
      if (victim === 'postgres') {
        const before = server.lines.length
        // By itself, while the writers go on asking.
        await said(server, 'log PostgreSQL is back', before)
        await said(server, 'stored', server.lines.length)
        expect(server.lines).toContain('lost 08006')
        server.child.kill('SIGTERM')
      } else {
        server.child.kill('SIGKILL')
      }
      await server.ended
      // A killed server leaves its PostgreSQL running for the next one to adopt.
      if (victim === 'node') expect(lives(postgres)).toBe(true)
      ids.push(...acknowledged(server))
    }

    const database = await openDatabase({ dataDir, owner: 'test', log: () => {} })
    const stored = await database.transaction('service_role', {}, (tx) =>
      tx.query<{ id: string }>('select id from strategy_call_bookings'),
    )
    const found = new Set(stored.rows.map((row) => row.id))
    expect(ids.length).toBeGreaterThan(6 * 20)
    expect(ids.filter((id) => !found.has(id))).toEqual([])
    await database.close()
    rmSync(dataDir, { recursive: true })
  })
})
