import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/lib/db/database.ts'
import { openEmbedded } from '#server/lib/db/embedded.ts'
import { addressOf, once, servedAt, templateName } from '#server/lib/db/test-servers.ts'
import { type ForeignServer, fifteenIsMissing, socketAddress, startFifteen } from './postgres-fifteen.ts'

/** Before all tests: real servers, each with a migrated template that a test file copies in milliseconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-test-'))
  // The user that runs PostgreSQL must be able to pass when we are root.
  chmodSync(folder, 0o755)
  const embedded = await openEmbedded({
    dataDir: join(folder, 'embedded'),
    owner: `tests, process ${process.pid}`,
    log: () => {},
  })
  const address = socketAddress(embedded.connection.host)
  const fifteen = startFifteenIfThere(folder)
  for (const server of fifteen ? [address, fifteen.address] : [address]) {
    await once(server, `create database ${templateName} template template0`)
    const migrationUrl = addressOf(server, templateName)
    const database = await openDatabase({
      dataDir: '',
      databaseUrl: servedAt(migrationUrl),
      migrationUrl,
      owner: 'test set-up',
      log: () => {},
    })
    await database.close()
  }
  project.provide('postgres', { embedded: address, fifteen: fifteen?.address ?? null })
  return async () => {
    fifteen?.stop()
    await embedded.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function startFifteenIfThere(folder: string): ForeignServer | null {
  const missing = fifteenIsMissing()
  if (missing === null) return startFifteen(folder)
  console.warn(`${missing}: its tests are skipped.`)
  return null
}
