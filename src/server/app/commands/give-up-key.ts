import { type Config, databaseOptionsOf } from '#server/app/config/config.ts'
import { readEncryptionKeyIds } from '#server/features/auth-sessions/keys.ts'
import { sealNewSecret } from '#server/features/webhooks/service.ts'
import { audit } from '#server/lib/auth/queries.ts'
import { masterKeyPath, readMasterKey, removeMasterKey } from '#server/lib/crypto/master-key.ts'
import { openSecretCipher, type SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { asOwner, type Transaction } from '#server/lib/db/database.ts'
import { type Clock, readTime } from '#server/lib/time/clock.ts'
import {
  countLosses,
  deleteSecondSteps,
  deleteSessions,
  deleteSigningKeys,
  dropSealedLetters,
  forgetCalendarAddresses,
  forgetMailboxPassword,
  type Losses,
  listWebhooks,
  pauseWebhook,
  postResetLetter,
} from './give-up-key-queries.ts'
import { CommandError } from './operator-command.ts'

/** The operator enters this word to confirm the loss. */
const word = 'lost'

/**
 * Removes the data encrypted with a lost key, so that the server can start. Only lists the data until the operator
 * confirms the loss.
 */
export function discardLostKey(config: Config, [said]: readonly string[]): Promise<string> {
  const options = {
    ...databaseOptionsOf(config),
    owner: `a command in process ${process.pid}`,
    log: () => {},
  }
  return asOwner(options, (tx) => giveUp(tx, config, said))
}

async function giveUp(
  tx: Transaction,
  { encryptionKey: configured, dataDir }: Config,
  said: string | undefined,
): Promise<string> {
  const sealers = await readEncryptionKeyIds(tx)
  const found = await readMasterKey({ configured, dataDir, mayMake: false })
  const fits = found !== null && sealers.every((id) => id === openSecretCipher(found.key).id)
  if (sealers.length === 0 || fits) {
    throw new CommandError('No key is lost: the server can decrypt everything. Nothing was changed.\n')
  }
  if (said !== word) {
    const lines = lossLines(await countLosses(tx)).map((line) => `  - ${line}\n`)
    throw new CommandError(
      `Without the key (fingerprint ${sealers.join(', ')}), the following will be lost:\n${lines.join('')}` +
        'Passwords, bookings, messages and everything else are kept. A backup of the key prevents any loss.\n' +
        `To accept the loss: npm run auth -- give-up-key ${word}\n`,
    )
  }
  const fresh = await readMasterKey({ configured, dataDir, mayMake: true })
  if (!fresh) throw new Error('key creation failed')
  try {
    const now = await readTime(tx)
    await giveUpKey(tx, { cipher: openSecretCipher(fresh.key), clock: () => now })
  } catch (error) {
    if (fresh.isNew) await removeMasterKey(dataDir)
    throw error
  }
  const where = configured ? 'ENCRYPTION_KEY' : masterKeyPath(dataDir)
  return `Done. New secrets are encrypted with ${where}: keep a copy of it, separate from the database. Now run: npm start\n`
}

/**
 * Removes all data that depends on the lost key, so that the server starts with `cipher`. Runs with the rights of the
 * database owner.
 */
async function giveUpKey(tx: Transaction, { cipher, clock }: { cipher: SecretCipher; clock: Clock }): Promise<void> {
  await deleteSigningKeys(tx)
  await deleteSessions(tx)
  await dropSealedLetters(tx)
  await forgetCalendarAddresses(tx)
  await forgetMailboxPassword(tx)
  for (const id of await listWebhooks(tx)) await pauseWebhook(tx, id, await sealNewSecret(cipher, id))
  for (const userId of await deleteSecondSteps(tx)) await postResetLetter(tx, userId)
  await audit(tx, { clock }, 'key_given_up', {})
}

/** Returns one line for each kind of lost data, so that the operator can decide. */
function lossLines({ factors, recoverySets, sessions, webhooks, calendars, mailboxes, letters }: Losses): string[] {
  return [
    `second factors: ${factors}, sets of recovery codes: ${recoverySets}. Members sign in with the password and set up two-step verification again`,
    `sessions: ${sessions}. Everyone must sign in again`,
    `webhook secrets: ${webhooks}. The webhooks are paused until an owner renews the secret and resumes them`,
    `addresses of hosts' calendars: ${calendars}. Their last known busy times are used until they are added again`,
    `passwords of the team's mailbox: ${mailboxes}. The mailbox is read again when an owner enters its password`,
    `unsent account emails: ${letters}`,
    'links to calls and codes in sent emails',
  ]
}
