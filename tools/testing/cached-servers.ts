import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/lib/db/database.ts'
import { openEmbedded } from '#server/lib/db/embedded/embedded.ts'
import { findEmbeddedPaths } from '#server/lib/db/embedded/embedded-paths.ts'
import { postgresSettings } from '#server/lib/db/embedded/embedded-process.ts'
import { addressOf, loginAddressOf, runOnce, templateName } from '#server/lib/db/test-servers.ts'
import { hashOf } from '#tools/prepare/build-stamp.mjs'
import { cachedFolder, copyFolder } from './cached-folder.ts'
import { fifteenAt, socketAddress, startFifteen, startServer, stopServer } from './postgres-server.ts'

/**
 * Flushing is off, because it would slow tests down; the connection limit is high, because each test file opens a dozen
 * or more connections.
 */
const throwaway = ['fsync=off', 'full_page_writes=off', 'max_connections=300']

/** Starts the embedded PostgreSQL server in `folder` with a migrated template database. Returns a stop function. */
export async function startCachedEmbedded(folder: string): Promise<() => void> {
  const quiet = { owner: `tests, process ${process.pid}`, log: () => {} }
  await fillFromCache('postgres-18', folder, async () => {
    const embedded = await openEmbedded({ dataDir: folder, ...quiet })
    await makeTemplate(socketAddress(embedded.connection.host))
    await embedded.close()
  })
  const { account, binaries, data } = findEmbeddedPaths(folder, quiet.log)
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  const place = { bin: join(binaries, 'bin'), account, home: folder, data }
  const settings = Object.entries(postgresSettings).map(([name, value]) => `${name}=${value}`)
  startServer(place, [...settings, ...throwaway])
  return () => stopServer(place)
}

/** Starts PostgreSQL 15 in the same way. */
export async function startCachedFifteen(folder: string): Promise<() => void> {
  const home = join(folder, 'fifteen')
  await fillFromCache('postgres-15', folder, async () => {
    const made = startFifteen(folder)
    await makeTemplate(made.address)
    made.stop()
  })
  const place = fifteenAt(home)
  startServer(place, throwaway)
  return () => stopServer(place)
}

/**
 * Fills `folder` from the cache or with `make`. PostgreSQL's user may have no access to the cache, so that user gets a
 * copy.
 */
async function fillFromCache(name: string, folder: string, make: () => Promise<void>): Promise<void> {
  const kept = await cachedFolder(name, hashOf(sources).slice(0, 12), async (draft) => {
    mkdirSync(folder)
    await make()
    copyFolder(folder, draft)
  })
  if (!existsSync(folder)) copyFolder(kept, folder)
}

async function makeTemplate(server: string): Promise<void> {
  await runOnce(server, `create database ${templateName} template template0`)
  const migrationUrl = addressOf(server, templateName)
  const database = await openDatabase({
    dataDir: '',
    databaseUrl: loginAddressOf(migrationUrl),
    migrationUrl,
    owner: 'test set-up',
    log: () => {},
  })
  await database.close()
}

/** Everything that determines a template database; the cache key is a hash of it. */
const sources = [
  'dist/schema.sql',
  ...['administrator.sql', 'bootstrap.sql', 'auth.sql', 'embedded.sql'].map((file) => `supabase/${file}`),
  'src/server/lib/db',
  'tools/testing/cached-servers.ts',
  'package-lock.json',
]
