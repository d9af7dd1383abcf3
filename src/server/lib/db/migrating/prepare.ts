import type pg from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import {
  checkSamePlace,
  connectOnce,
  embeddedOwner,
  mayOwn,
  ownerBeside,
  ownerNeeded,
} from '#server/lib/db/login.ts'
import type { Way } from '#server/lib/db/primary-client.ts'
import { checkLedger } from './ledger.ts'
import { bootstrap, migrate, showLedger, whySearchIsSlow } from './migrate.ts'
import {
  type Migration,
  readAdministrator,
  readBootstrap,
  readMigrations,
  type Served,
} from './migration-files.ts'
import { checkAccounts, checkAccountsMine, checkRoles, checkServer, whyNotMine } from './requirements.ts'

/** The connection that brings the database up to date, and the login that it does so for. */
export interface Preparing extends Served {
  config: Way
  /** The address that serves requests, when it is another one. */
  serving?: Way
}

type Log = (message: string, fields?: Record<string, unknown>) => void

/** PostgreSQL's error code for a missing right. */
const notAllowed = '42501'

/** Everything that must be true before the first request. A restore stops at the `earlier` migrations of its backup. */
export async function prepare(preparing: Preparing, log: Log, earlier?: readonly Migration[]): Promise<void> {
  const { config, login, serving } = preparing
  const client = await connectOnce(config)
  try {
    await checkServer(client)
    if (serving) await checkSamePlace(client, serving)
    const known = readMigrations()
    await checkLedger(client, known)
    await checkAccounts(client)
    const owner = await ownerBeside(client)
    if (owner !== null) await checkPrepared(client, owner, preparing)
    else await prepareAsOwner(client, preparing, log, earlier ?? known)
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
  log: Log,
  migrations: readonly Migration[],
): Promise<void> {
  const { login, isOurs = false } = preparing
  const fault = await bootstrap(client, readAdministrator(preparing)).catch((error: Error) => error)
  // The user may lack the right to make the roles while an administrator has made them: only their existence counts.
  await checkRoles(client, login)
  if (fault) throw fault
  await bootstrap(client, readBootstrap(preparing)).catch(async (error: Error & { code?: string }) => {
    if (error.code !== notAllowed) throw error
    throw new DatabaseSetupError(await whyNotMine(client, error), { cause: error })
  })
  await checkAccountsMine(client)
  if (isOurs) await client.query(`set role ${embeddedOwner}`)
  const applied = await migrate(client, migrations)
  if (applied.length > 0) log('the database schema is up to date', { applied })
  await showLedger(client, login)
  const reason = await whySearchIsSlow(client)
  if (reason !== null) {
    log('the search of the desk looks at every row: let a superuser run "create extension pg_trgm"', {
      reason,
    })
  }
}

/** For a user who may change nothing: the owner must have applied every migration already. */
async function checkPrepared(client: pg.Client, owner: string, { login }: Preparing): Promise<void> {
  await checkRoles(client, login)
  await migrate(client, readMigrations()).catch((error: Error & { code?: string }) => {
    const code = error.code ?? (error.cause as { code?: string } | undefined)?.code
    if (code !== notAllowed) throw error
    throw new DatabaseSetupError(`${error.message}. ${ownerNeeded(owner)}`, { cause: error })
  })
}
