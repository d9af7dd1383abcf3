import type pg from 'pg'
import { type Embedded, embeddedConnection, openEmbedded } from '#server/lib/db/embedded/embedded.ts'
import type { PreparationTarget } from '#server/lib/db/setup/prepare.ts'
import { hasSchema, readSchema } from '#server/lib/db/setup/schema.ts'
import { type DatabaseOptions, preparingEmbedded, readExternalDatabase } from './database.ts'
import type { ConnectionConfig } from './database-url.ts'
import { DatabaseSetupError, DataFolderInUse } from './errors.ts'
import { connectOnce, findOtherOwner, ownerNeededMessage } from './login.ts'

/** A connection as the owner of the tables, for protocols such as COPY. */
export interface OwnerSession {
  client: pg.Client
  close(): Promise<void>
}

/** Opens an owner session even if a server in another process uses this database. */
export async function openOwnerSession(options: DatabaseOptions): Promise<OwnerSession> {
  const { databaseUrl, dataDir, log } = options
  if (databaseUrl) return sessionOf((await readExternalDatabase(databaseUrl, options)).preparing.config)
  const embedded = await openEmbedded(options).catch((error: unknown) => {
    if (error instanceof DataFolderInUse) return null
    throw error
  })
  const connection = embedded?.connection ?? embeddedConnection(dataDir, log)
  return sessionOf({ ...connection, user: 'postgres' }, embedded)
}

/** Opens an owner session in the process that has opened this database. */
export async function openOwnerSessionInProcess(options: DatabaseOptions): Promise<OwnerSession> {
  const { databaseUrl, dataDir, log } = options
  if (databaseUrl) return sessionOf((await readExternalDatabase(databaseUrl, options)).preparing.config)
  return sessionOf({ ...embeddedConnection(dataDir, log), user: 'postgres' })
}

/** Runs `work`, which prepares a database that no server uses. Afterward, closes the embedded database. */
export async function withExclusiveOwner<T>(
  options: DatabaseOptions,
  work: (preparing: PreparationTarget, open: () => Promise<OwnerSession>) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = options
  if (databaseUrl) {
    const { preparing } = await readExternalDatabase(databaseUrl, options)
    return work(preparing, () => alone(preparing.config))
  }
  const embedded = await openEmbedded(options)
  try {
    const preparing = preparingEmbedded(embedded)
    return await work(preparing, () => sessionOf(preparing.config))
  } finally {
    await embedded.close()
  }
}

async function sessionOf(config: ConnectionConfig, embedded: Embedded | null = null): Promise<OwnerSession> {
  let client: pg.Client | undefined
  const close = async () => {
    await client?.end().catch(() => {})
    await embedded?.close()
  }
  try {
    client = await connectOnce(config)
    await hasSchema(client, readSchema())
    const owner = await findOtherOwner(client)
    if (owner !== null) throw new DatabaseSetupError(ownerNeededMessage(owner))
    return { client, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Refuses a database that a Backline server uses; the `application_name` of the server's connections shows this. */
async function alone(config: ConnectionConfig): Promise<OwnerSession> {
  const session = await sessionOf(config)
  const { rows } = await session.client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^process \\d+ on ' limit 1`,
  )
  if (!rows[0]) return session
  await session.close()
  throw new DatabaseSetupError(`A server is using this database (${rows[0].name}): stop that server first.`)
}
