import { join } from 'node:path'
import { brand } from '#content/brand.ts'
import type { Config } from '#server/app/config/config.ts'
import { isAboutAccount, sendAccountLetters } from '#server/features/auth-links/service.ts'
import { type InstallationFacts, letterSender, readLetterData } from '#server/features/call-letters/service.ts'
import { mailStatusOf } from '#server/features/letter-desk/service.ts'
import type { LetterDeskOptions } from '#server/features/letter-desk/types.ts'
import { type SendItem, startOutbox } from '#server/features/outbox/service.ts'
import { sendOwnData } from '#server/features/own-data/service.ts'
import { callLink } from '#server/features/visitor-call/service.ts'
import { webhookSender } from '#server/features/webhooks/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { type Mailer, openMailer, readSender } from '#server/lib/mail/mailer.ts'
import type { RepeatedJob } from '#server/lib/time/repeat.ts'

export function openMail(
  { smtpUrl, mailFrom, dataDir, dkim }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'dkim'>,
  log: Log,
): Mailer {
  return openMailer({ smtpUrl, from: mailFrom, folder: join(dataDir, 'mail'), dkim, log })
}

/** Records whether a mail server sends the emails. Without a mail server, no visitor can verify a mailbox. */
export async function recordMailService(database: Database, { smtpUrl }: Pick<Config, 'smtpUrl'>) {
  const isThere = smtpUrl !== null
  await database.alone('backline_upkeep', {}).query('select private.record_mail_service($1)', [isThere])
}

/** Returns the facts for our emails, such as the sender and the base URL of links. */
function letterContext(
  { mailFrom, partnersEmail }: Pick<Config, 'mailFrom' | 'partnersEmail'>,
  { cipher, publicUrl }: Pick<AuthContext, 'cipher' | 'publicUrl'>,
): InstallationFacts {
  return {
    siteUrl: publicUrl,
    organizer: readSender(mailFrom)?.address ?? mailFrom,
    answersTo: () => partnersEmail ?? brand.email,
    callLink: (booking, ends) => callLink(cipher, publicUrl(), booking, ends),
  }
}

/** Lets the desk show the text of each email and the state of the mail server. */
export function letterDeskSources(
  config: Pick<Config, 'mailFrom' | 'partnersEmail' | 'smtpUrl' | 'dkim'>,
  auth: Pick<AuthContext, 'database' | 'clock' | 'cipher' | 'publicUrl'>,
): Pick<LetterDeskOptions, 'organizer' | 'answersTo' | 'status' | 'read'> {
  const house = letterContext(config, auth)
  const { organizer, answersTo } = house
  const { database, clock } = auth
  return {
    organizer,
    answersTo,
    status: mailStatusOf(config),
    read: (id) => readLetterData({ database, clock, house }, id),
  }
}

export function startSending(
  config: Pick<Config, 'mailFrom' | 'partnersEmail' | 'webhookPrivateAddresses'>,
  auth: Pick<AuthContext, 'database' | 'clock' | 'log' | 'cipher' | 'publicUrl'>,
  mailer: Pick<Mailer, 'send'>,
): RepeatedJob {
  const { database, clock, log, cipher, publicUrl } = auth
  const house = letterContext(config, auth)
  return startOutbox({
    database,
    clock,
    log,
    senders: {
      letter: byKind({
        account: sendAccountLetters({ database, cipher, mailer }),
        ownData: sendOwnData({ database, clock, cipher, mailer, house }),
        others: letterSender({ database, clock, log, mailer, house }),
      }),
      webhook: webhookSender({ database, clock, log, cipher, publicUrl, allowPrivate: config.webhookPrivateAddresses }),
    },
  })
}

/**
 * Account emails have their own sender, because most of them are already written and encrypted. The email with a
 * visitor's link to their data also has its own sender, because that sender creates the link.
 */
const byKind =
  ({ account, ownData, others }: Record<'account' | 'ownData' | 'others', SendItem>): SendItem =>
  (item, signal) => {
    if (item.kind === 'own-data') return ownData(item, signal)
    return (isAboutAccount(item.kind) ? account : others)(item, signal)
  }
