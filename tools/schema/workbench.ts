import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { bootstrap } from '#server/lib/db/migrating/migrate.ts'
import { readAdministrator, readBootstrap } from '#server/lib/db/migrating/migration-files.ts'
import { addressOf, once } from '#server/lib/db/test-servers.ts'
import { startEmbedded } from '#tools/testing/kept-servers.ts'
import { socketAddress } from '#tools/testing/postgres-server.ts'

/** Runs `work` with the address of a temporary PostgreSQL of our own. */
export async function withServer<T>(work: (server: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-migration-'))
  // When we are root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  const home = join(folder, 'embedded')
  const stop = await startEmbedded(home)
  try {
    return await work(socketAddress(home))
  } finally {
    stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs `work` with a connection to a database as it is before the first migration, and with its address. */
export async function inNewDatabase<T>(
  server: string,
  work: (client: pg.Client, address: string) => Promise<T>,
): Promise<T> {
  const name = `made_${randomUUID().replaceAll('-', '')}`
  await once(server, `create database ${name} template template0`)
  const client = new pg.Client(addressOf(server, name))
  await client.connect()
  try {
    await bootstrap(client, readAdministrator(), readBootstrap())
    return await work(client, addressOf(server, name))
  } finally {
    await client.end()
    await once(server, `drop database ${name}`)
  }
}
