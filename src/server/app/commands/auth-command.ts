import { randomUUID } from 'node:crypto'
import { type Config, placeOf, readConfig } from '#server/app/config/config.ts'
import { urlOf } from '#server/app/running/runtime.ts'
import { openAuth } from '#server/app/sign-in/auth.ts'
import { resetFactors } from '#server/features/auth-factors/service.ts'
import { hasStaff, offerOwnerLink, type StaffRole } from '#server/features/auth-links/owner.ts'
import { invitePerson } from '#server/features/auth-links/service.ts'
import { replaceKeys, rotateKeys } from '#server/features/auth-sessions/keys.ts'
import { endSessionsOf, endToken } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { type Database, openDatabaseBeside } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { followDatabaseClock } from '#server/lib/time/clock.ts'
import { confirmDay } from '#server/lib/time/repeat.ts'
import { giveUpLostKey } from './give-up-key.ts'
import { CommandFault, runWith } from './operator-command.ts'

const usage = `Usage: npm run auth -- COMMAND

  invite ADDRESS [owner|agent|viewer]   asks somebody to join; without a role an agent, the first one an owner
  owner                                 prints a link that makes the first owner
  reset-mfa ADDRESS                     takes the second step from somebody who lost it, and ends their sessions
  rotate-keys                           publishes a new key for tokens, which signs a quarter of an hour later
  confirm-date YYYY-MM-DD               says that the database has the right day, so that what is too old is removed again
  service-token [MINUTES]               prints a token that may do everything, for 60 minutes unless said otherwise
  give-up-key                           says what is lost with a lost encryption key, and how to go on without it

In an emergency, everywhere within five seconds:

  end-sessions ADDRESS                  signs somebody out of everything
  end-sessions --all                    signs everybody out of everything
  end-token TOKEN                       ends the session of an access or refresh token that was found, or a service token
  rotate-keys --now                     removes the keys of tokens: whatever they have signed is worth nothing
`

type Command = (context: AuthContext, words: readonly string[]) => Promise<string>

const commands: Readonly<Record<string, Command>> = {
  async invite(context, [email, asked]) {
    if (!email) throw new CommandFault(usage)
    const role = roleOf(asked) ?? (await defaultRole(context))
    const { link } = await invitePerson(context, { email, role })
    return `Invited as ${role}. The server sends the letter as soon as it runs; the invitation is also here:\n  ${link}\n`
  },
  async owner(context) {
    const link = await offerOwnerLink(context)
    return link
      ? `This link makes an owner, once, within 24 hours:\n  ${link}\n`
      : 'There is an owner already; ask them, or invite one more: npm run auth -- invite ADDRESS owner\n'
  },
  async 'reset-mfa'(context, [email]) {
    if (!email) throw new CommandFault(usage)
    if (!(await resetFactors(context, email))) throw new CommandFault('Nobody has this address.\n')
    return 'The second step, recovery codes and sessions are gone, and a letter says so; they sign in with the password and set it up anew.\n'
  },
  async 'rotate-keys'({ database, clock, cipher, settings }, [when]) {
    const { tokenSeconds } = settings
    if (when === '--now') {
      await replaceKeys({ database, clock, cipher })
      return replaced
    }
    if (when !== undefined) throw new CommandFault(usage)
    const from = await rotateKeys({ database, clock, cipher, tokenSeconds })
    return `The new key is published and signs from ${from.toISOString()} on.\n`
  },
  async 'service-token'({ keys }, [asked = '60']) {
    const minutes = Number(asked)
    if (!(Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440)) {
      throw new CommandFault('MINUTES is a whole number from 1 to 1440.\n')
    }
    const claims = { aud: 'authenticated', role: 'service_role', jti: randomUUID() }
    return `${await keys.sign(claims, minutes * 60)}\n`
  },
  async 'end-sessions'(context, [who]) {
    if (!who) throw new CommandFault(usage)
    const ended = await endSessionsOf(context, who === '--all' ? null : who)
    if (ended === null) throw new CommandFault('Nobody has this address.\n')
    return `${ended === 1 ? 'One session has' : `${ended} sessions have`} ended. Passwords and second steps stay: change what may be known.\n`
  },
  async 'end-token'(context, [token]) {
    if (!token) throw new CommandFault(usage)
    const ended = await endToken(context, token)
    if (!ended) throw new CommandFault('No session goes by this token, or it has ended already.\n')
    return ended.what === 'session'
      ? 'The session of this token has ended, with every other token of it.\n'
      : 'This token is worth nothing any more.\n'
  },
}

const replaced =
  'A new key signs from now on, and whatever the older ones have signed is refused within five seconds. ' +
  'Sessions go on: who holds a refresh token gets a new access token for it.\n'

function roleOf(word: string | undefined): StaffRole | null {
  if (word === undefined) return null
  if (word === 'owner' || word === 'agent' || word === 'viewer') return word
  throw new CommandFault('A role is owner, agent or viewer.\n')
}

async function defaultRole({ database }: AuthContext): Promise<StaffRole> {
  return (await database.transaction('supabase_auth_admin', {}, hasStaff)) ? 'agent' : 'owner'
}

/** Does what an operator asks of the auth service, beside a running server or without one. Returns the exit code. */
export async function runCommand(
  [name = '', ...words]: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  return runWith(async ({ log }) => {
    const command = commandOf(name, log)
    if (!command) throw new CommandFault(usage)
    return command(readConfig(environment), words)
  })
}

type Run = (config: Config, words: readonly string[]) => Promise<string>

/** A command from the list above, or one for which the auth service need not be opened. */
function commandOf(name: string, log: Log): Run | null {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return (config, words) => withAuth(config, log, (one) => command(one, words))
  if (name === 'confirm-date') return confirmDate
  return name === 'give-up-key' ? giveUpLostKey : null
}

const confirmDate: Run = (config, [day = '']) => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) throw new CommandFault(usage)
  return withDatabase(config, async (database) => {
    const today = await confirmDay(database, day)
    if (today === day) return 'What is too old is removed again, within the hour.\n'
    throw new CommandFault(
      `It is ${today} for the database: set the clock of its machine, or confirm that day.\n`,
    )
  })
}

async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabaseBeside({
    ...placeOf(config),
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

/** Opens the database and the auth service beside a running server, or without one, for some work. */
export function withAuth<T>(
  config: Config,
  log: Log,
  work: (context: AuthContext) => Promise<T>,
): Promise<T> {
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
