import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { backupWords } from '#content/backup-words.ts'
import { useMe } from '#desk/lib/door.ts'
import { OwnersOnly, Page, Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice, LoadError } from '#desk/lib/problem.tsx'
import { dayAndTime } from '#desk/lib/times.ts'
import { fileSize } from '#desk/lib/words.ts'
import type { BackupStatus } from '#shared/contract/operations.ts'
import { buttonClass } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { backupsQuery, settingsQuery } from './api.ts'
import { CallSettings } from './call-settings.tsx'
import { DaysOff } from './days-off.tsx'
import { LetterSettings } from './letter-settings.tsx'
import { MailboxSettings } from './mailbox-settings.tsx'
import { PersonalDataRequests } from './personal-data-requests.tsx'
import { ReplyTemplates } from './reply-templates.tsx'
import { RetentionSettings } from './retention-settings.tsx'
import { VisitorSettings } from './visitor-settings.tsx'

export function Screen() {
  const me = useMe()
  const { data, error, refetch } = useQuery(settingsQuery)
  if (me.role !== 'owner') return <OwnersOnly title="Settings" />
  return (
    <Page title="Settings">
      {data ? (
        <div className={pieces.sections}>
          <CallSettings settings={data} />
          <VisitorSettings settings={data} />
          <DaysOff />
          <RetentionSettings settings={data} />
          <LetterSettings />
          <MailboxSettings />
          <ReplyTemplates />
          <WebhooksLink />
          <Backups />
          <PersonalDataRequests />
        </div>
      ) : error ? (
        <LoadError title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </Page>
  )
}

export function WebhooksLink() {
  return (
    <Section
      title="Webhooks"
      text="Notify your other systems, such as a CRM or a team chat, of bookings and messages as they happen."
    >
      <Link to="/settings/webhooks" className={buttonClass()}>
        Manage webhooks
      </Link>
    </Section>
  )
}

/** Shows when and where the last backup was stored, and when a backup was last verified. */
export function Backups() {
  const { data, error } = useQuery(backupsQuery)
  return (
    <Section
      title="Backups"
      text="The operator sets the backup destination (BACKUP_TO), and verifies a backup with npm run restore -- --check."
    >
      {error ? <ErrorNotice error={error} /> : <Facts facts={data} />}
    </Section>
  )
}

function Facts({ facts }: { facts: BackupStatus | undefined }) {
  const warning = facts && warningOf(facts)
  return (
    <div className={layout.column}>
      {warning && (
        <p className={pieces.said} role="alert">
          {warning}
        </p>
      )}
      <dl className={`${layout.anywhere} ${pieces.facts}`} aria-busy={!facts}>
        <dt>Last backup</dt>
        <dd>{facts ? at(facts.snapshot_at, 'never') : '…'}</dd>
        {facts?.place && (
          <>
            <dt>Destination</dt>
            <dd>{facts.place}</dd>
            <dt>Size</dt>
            <dd>{fileSize(facts.bytes ?? 0)}</dd>
            <dt>Encryption key</dt>
            <dd>{facts.has_key ? 'included, protected by a passphrase' : 'not included: keep it separately'}</dd>
          </>
        )}
        <dt>Verified by a restore</dt>
        <dd>{facts ? at(facts.proven_at, 'never') : '…'}</dd>
        <dt>Schedule</dt>
        <dd>{facts ? scheduleOf(facts.every_hours) : '…'}</dd>
      </dl>
    </div>
  )
}

const at = (time: string | null, otherwise: string) => (time ? dayAndTime(new Date(time)) : otherwise)

const scheduleOf = (hours: number | null) =>
  hours === null ? 'not set' : hours === 1 ? 'every hour' : `every ${hours} hours`

/** Returns the most urgent warning, or null. */
function warningOf({ failure, failed_at, is_late, snapshot_at }: BackupStatus): string | null {
  if (failure) {
    const { says, mend } = backupWords.failures[failure]
    return `The backup from ${at(failed_at, 'today')} failed. ${says} ${mend}`
  }
  if (is_late) return `${backupWords.late} ${backupWords.mendLate}`
  if (snapshot_at === null) return 'There is no backup. If the database is lost, its data is lost permanently.'
  return null
}
