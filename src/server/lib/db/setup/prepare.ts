import type pg from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import { checkSamePlace, connectOnce, embeddedOwner, mayOwn, ownerBeside } from '#server/lib/db/login.ts'
import type { Way } from '#server/lib/db/primary-client.ts'
import { bootstrap, installSchema, whySearchIsSlow } from './install.ts'
import { hasSchema } from './installed-schema.ts'
import { checkAccounts, checkAccountsMine, checkRoles, checkServer, whyNotMine } from './requirements.ts'
import { readAdministrator, readBootstrap, readEmbedded, readSchema, type Schema } from './schema-file.ts'

/** The connection that prepares the database, and the login that it does so for. */
export interface Preparing {
  config: Way
  /** The role that serves requests; empty for the owner of the database. */
  login: string
  /** Whether no other program works on this PostgreSQL. */
  isOurs?: boolean
  /** The address that serves requests, when it is another one. */
  serving?: Way
}

type Log = (message: string, fields?: Record<string, unknown>) => void

/** PostgreSQL's error code for a missing right. */
const notAllowed = '42501'

/** Everything that must be true before the first request. */
export async function prepare(preparing: Preparing, log: Log): Promise<void> {
  const { config, login, serving } = preparing
  const client = await connectOnce(config)
  try {
    await checkServer(client)
    if (serving) await checkSamePlace(client, serving)
    await checkAccounts(client)
    const schema = readSchema()
    await hasSchema(client, schema)
    const owner = await ownerBeside(client)
    if (owner === null) await prepareAsOwner(client, preparing, schema, log)
    else await checkRoles(client, login)
    if (owner === null && (await mayOwn(client, login))) {
      log(
        'DATABASE_URL signs in as the owner of the tables: give it a user who owns nothing, see MIGRATION_URL',
        {
          user: login,
        },
      )
    }
  } finally {
    await client.end().catch(() => {})
  }
}

async function prepareAsOwner(
  client: pg.Client,
  preparing: Preparing,
  schema: Schema,
  log: Log,
): Promise<void> {
  const { login, isOurs = false } = preparing
  const fault = await bootstrap(client, readAdministrator(login)).catch((error: Error) => error)
  // The user may lack the right to make the roles while an administrator has made them: only their existence counts.
  await checkRoles(client, login)
  if (fault) throw fault
  if (isOurs) {
    await bootstrap(client, readEmbedded())
    await client.query(`set role ${embeddedOwner}`)
  }
  await bootstrap(client, readBootstrap()).catch(async (error: Error & { code?: string }) => {
    if (error.code !== notAllowed) throw error
    throw new DatabaseSetupError(await whyNotMine(client, error), { cause: error })
  })
  await checkAccountsMine(client)
  if (await installSchema(client, schema)) log('database schema installed', { digest: schema.digest })
  const reason = await whySearchIsSlow(client)
  if (reason !== null) {
    log('the search of the desk looks at every row: let a superuser run "create extension pg_trgm"', {
      reason,
    })
  }
}
