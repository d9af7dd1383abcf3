import { randomUUID } from 'node:crypto'
import { type Config, databaseOptionsOf, readConfig } from '#server/app/config/config.ts'
import { urlOf } from '#server/app/running/runtime.ts'
import { openAuth } from '#server/app/sign-in/auth.ts'
import { resetFactors } from '#server/features/auth-factors/service.ts'
import { hasStaff, offerOwnerLink, type StaffRole } from '#server/features/auth-links/owner.ts'
import { invitePerson } from '#server/features/auth-links/service.ts'
import { replaceKeys, rotateKeys } from '#server/features/auth-sessions/keys.ts'
import { endSessionsOf, revokeLeakedToken } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { type Database, openDatabaseForCommand } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { followDatabaseClock } from '#server/lib/time/clock.ts'
import { confirmDay } from '#server/lib/time/repeat.ts'
import { discardLostKey } from './give-up-key.ts'
import { CommandError, runWith } from './operator-command.ts'

const usage = `Usage: npm run auth -- COMMAND

  invite ADDRESS [owner|agent|viewer]   invites a member, by default an agent; the first one becomes an owner
  owner                                 prints a link that creates the first owner
  reset-mfa ADDRESS                     resets a member's two-step verification, and ends the member's sessions
  rotate-keys                           publishes a new signing key, which is used 15 minutes later
  confirm-date YYYY-MM-DD               confirms the database's date, so that cleanup resumes
  service-token [MINUTES]               prints a token with full access, valid for 60 minutes by default
  give-up-key                           lists what is lost with a lost encryption key, and how to continue without it

For emergencies, effective everywhere within five seconds:

  end-sessions ADDRESS                  signs a member out everywhere
  end-sessions --all                    signs everyone out everywhere
  end-token TOKEN                       revokes a leaked service token, or ends the session of an access or refresh token
  rotate-keys --now                     removes the signing keys: all tokens that they signed become invalid
`

type Command = (context: AuthContext, words: readonly string[]) => Promise<string>

const commands: Readonly<Record<string, Command>> = {
  async invite(context, [email, asked]) {
    if (!email) throw new CommandError(usage)
    const role = roleOf(asked) ?? (await defaultRole(context))
    const { link } = await invitePerson(context, { email, role })
    return `Invited as ${role}. The running server emails the invitation; the link is also here:\n  ${link}\n`
  },
  async owner(context) {
    const link = await offerOwnerLink(context)
    return link
      ? `This link creates an owner, once, within 24 hours:\n  ${link}\n`
      : 'There is an owner already. Ask an owner, or invite another one: npm run auth -- invite ADDRESS owner\n'
  },
  async 'reset-mfa'(context, [email]) {
    if (!email) throw new CommandError(usage)
    if (!(await resetFactors(context, email))) throw new CommandError('No account has this email address.\n')
    return 'Two-step verification, recovery codes and sessions were removed, and an email says so. The member must now sign in with their password and set up two-step verification again.\n'
  },
  async 'rotate-keys'({ database, clock, cipher, settings }, [when]) {
    const { tokenSeconds } = settings
    if (when === '--now') {
      await replaceKeys({ database, clock, cipher })
      return replaced
    }
    if (when !== undefined) throw new CommandError(usage)
    const from = await rotateKeys({ database, clock, cipher, tokenSeconds })
    return `The new key is published and signs from ${from.toISOString()}.\n`
  },
  async 'service-token'({ keys }, [asked = '60']) {
    const minutes = Number(asked)
    if (!(Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440)) {
      throw new CommandError('MINUTES must be a whole number from 1 to 1440.\n')
    }
    const claims = { aud: 'authenticated', role: 'service_role', jti: randomUUID() }
    return `${await keys.sign(claims, minutes * 60)}\n`
  },
  async 'end-sessions'(context, [who]) {
    if (!who) throw new CommandError(usage)
    const ended = await endSessionsOf(context, who === '--all' ? null : who)
    if (ended === null) throw new CommandError('No account has this email address.\n')
    return `${ended === 1 ? 'One session was' : `${ended} sessions were`} ended. Passwords and two-step verification are unchanged: change what may have leaked.\n`
  },
  async 'end-token'(context, [token]) {
    if (!token) throw new CommandError(usage)
    const ended = await revokeLeakedToken(context, token)
    if (!ended) throw new CommandError('There is no active session for this token.\n')
    return ended.what === 'session'
      ? 'The session of this token was ended, and all its tokens are invalid.\n'
      : 'This token was revoked.\n'
  },
}

const replaced =
  'A new key signs from now on. Tokens signed by older keys are refused within five seconds. ' +
  'Sessions continue: refresh tokens still work.\n'

function roleOf(word: string | undefined): StaffRole | null {
  if (word === undefined) return null
  if (word === 'owner' || word === 'agent' || word === 'viewer') return word
  throw new CommandError('The role must be owner, agent or viewer.\n')
}

async function defaultRole({ database }: AuthContext): Promise<StaffRole> {
  return (await database.transaction('supabase_auth_admin', {}, hasStaff)) ? 'agent' : 'owner'
}

/** Runs an operator's command on the auth service; a running server is not required. Returns the exit code. */
export async function runCommand(
  [name = '', ...words]: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  return runWith(async ({ log }) => {
    const command = commandOf(name, log)
    if (!command) throw new CommandError(usage)
    return command(readConfig(environment), words)
  })
}

type Run = (config: Config, words: readonly string[]) => Promise<string>

/** Finds a command in the list above, or one of the commands that do not need the auth service. */
function commandOf(name: string, log: Log): Run | null {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return (config, words) => withAuth(config, log, (one) => command(one, words))
  if (name === 'confirm-date') return confirmDate
  return name === 'give-up-key' ? discardLostKey : null
}

const confirmDate: Run = (config, [day = '']) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) throw new CommandError(usage)
  return withDatabase(config, async (database) => {
    const today = await confirmDay(database, day)
    if (today === day) return 'Cleanup resumes within the hour.\n'
    throw new CommandError(
      `The database's date is ${today}: correct the clock of the database server, or confirm that date.\n`,
    )
  })
}

export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabaseForCommand({
    ...databaseOptionsOf(config),
    owner: `a command in process ${process.pid}`,
    log: () => {},
    poolSize: 2,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Runs a task with the database and the auth service; a running server is not required. */
export function withAuth<T>(config: Config, log: Log, work: (context: AuthContext) => Promise<T>): Promise<T> {
  return withDatabase(config, async (database) => {
    const publicUrl = () => config.publicUrl ?? urlOf(config.host, config.port)
    const time = await followDatabaseClock({ database, log })
    try {
      return await work(await openAuth({ config, database, clock: time.clock, log, publicUrl }))
    } finally {
      await time.stop()
    }
  })
}
