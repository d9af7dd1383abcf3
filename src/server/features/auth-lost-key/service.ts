import { audit } from '#server/features/auth-audit/service.ts'
import { sealNewSecret } from '#server/features/webhooks/service.ts'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import {
  deleteSecondSteps,
  deleteSessions,
  deleteSigningKeys,
  dropSealedLetters,
  forgetCalendarAddresses,
  listWebhooks,
  pauseWebhook,
  postResetLetter,
} from './queries.ts'
import type { Losses } from './types.ts'

export { countLosses } from './queries.ts'

/** Removes what the lost key has sealed, or stood for, so that the server starts with `cipher`. Runs as the owner. */
export async function giveUpKey(
  tx: Transaction,
  { cipher, clock }: { cipher: SecretCipher; clock: Clock },
): Promise<void> {
  await deleteSigningKeys(tx)
  await deleteSessions(tx)
  await dropSealedLetters(tx)
  await forgetCalendarAddresses(tx)
  for (const id of await listWebhooks(tx)) await pauseWebhook(tx, id, await sealNewSecret(cipher, id))
  for (const userId of await deleteSecondSteps(tx)) await postResetLetter(tx, userId)
  await audit(tx, { action: 'key_given_up', outcome: 'done', actor: null }, new Date(clock()))
}

/** One line for each loss, for the operator who decides. */
export function lossLines({
  factors,
  recoverySets,
  sessions,
  webhooks,
  calendars,
  letters,
}: Losses): string[] {
  return [
    `second factors: ${factors}, sets of recovery codes: ${recoverySets}. People sign in with the password and set up the second step anew`,
    `sessions: ${sessions}. Everybody signs in again`,
    `secrets of webhooks: ${webhooks}. They pause until an owner renews the secret and resumes them`,
    `addresses of hosts' calendars: ${calendars}. They say what they said last until they are added again`,
    `letters about accounts still to be sent: ${letters}`,
    'the links to calls and the typed codes in letters that were sent',
  ]
}
