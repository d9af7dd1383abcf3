import type pg from 'pg'
import { DatabaseSetupError } from './errors.ts'
import { checkLedger } from './ledger.ts'
import { checkSamePlace, connectOnce, embeddedOwner, mayOwn, ownerBeside, ownerNeeded } from './login.ts'
import { bootstrap, migrate, showLedger, whySearchIsSlow } from './migrate.ts'
import { readBootstrap, readMigrations } from './migration-files.ts'
import type { Way } from './primary-client.ts'
import { checkRoles, checkServer } from './requirements.ts'

/** Who brings the database up to date, and for whom. */
export interface Preparing {
  config: Way
  /** Whom requests are served as. */
  login: string
  /** How they are served, when that is another address. */
  serving?: Way
  /** Nobody else works on this PostgreSQL. */
  isOurs?: boolean
}

type Log = (message: string, fields?: Record<string, unknown>) => void

/** How PostgreSQL refuses what somebody has no right to. */
const notAllowed = '42501'

/** Everything that must be true before the first request. */
export async function prepare(preparing: Preparing, log: Log): Promise<void> {
  const { config, login, serving, isOurs = false } = preparing
  const client = await connectOnce(config)
  try {
    await checkServer(client)
    if (serving) await checkSamePlace(client, serving)
    await checkLedger(client, readMigrations())
    const owner = await ownerBeside(client)
    if (owner !== null) return await checkPrepared(client, owner, login)
    const fault = await bootstrap(client, readBootstrap({ login, isOurs })).catch((error: Error) => error)
    // Where the user may not make the roles, a superuser may have: what counts is that they are there.
    await checkRoles(client, login)
    if (fault) {
      throw new DatabaseSetupError(
        `supabase/bootstrap.sql failed, let a superuser run it: ${fault.message}`,
        {
          cause: fault,
        },
      )
    }
    if (isOurs) await client.query(`set role ${embeddedOwner}`)
    const applied = await migrate(client, readMigrations())
    if (applied.length > 0) log('the database schema is up to date', { applied })
    await showLedger(client, login)
    const reason = await whySearchIsSlow(client)
    if (reason !== null) {
      log('the search of the desk looks at every row: let a superuser run "create extension pg_trgm"', {
        reason,
      })
    }
    if (await mayOwn(client, login)) {
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

/** For a user who may change nothing: the owner must have been here, and left nothing to do. */
async function checkPrepared(client: pg.Client, owner: string, login: string): Promise<void> {
  await checkRoles(client, login)
  await migrate(client, readMigrations()).catch((error: Error & { code?: string }) => {
    const code = error.code ?? (error.cause as { code?: string } | undefined)?.code
    if (code !== notAllowed) throw error
    throw new DatabaseSetupError(`${error.message}. ${ownerNeeded(owner)}`, { cause: error })
  })
}
