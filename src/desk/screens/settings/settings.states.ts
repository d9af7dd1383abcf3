import { type DeskResponses, type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, me, sampleId, unbreakable } from '#desk/lib/samples.ts'
import type { DeskSettings } from '#shared/contract/desk-week.ts'
import type { BackupStatus } from '#shared/contract/operations.ts'
import type { DeskMailbox } from '#shared/contract/team-mailbox.ts'
import { errorResponse, expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

const settings: DeskSettings = {
  time_zone: 'Africa/Johannesburg',
  currency: 'EUR',
  opens: '09:00:00',
  closes: '17:00:00',
  work_days: [1, 2, 3, 4, 5],
  call_minutes: 30,
  weekly_capacity: 5,
  answer_hours: 24,
  answer_mailboxes: ['team@backline.example'],
  daily_digest: true,
  keep_interaction_days: null,
  keep_people_days: 730,
  confirm_at_once: true,
  moves_at_once: true,
  move_notice_minutes: 1440,
  most_moves: 3,
  updated_at: hoursAgo(100),
}
const backups: BackupStatus = {
  snapshot_at: hoursAgo(7),
  place: 's3://backline-backups/desk/backline-2026-11-22T03-00-00Z.zip',
  bytes: 61_234_567,
  has_key: true,
  proven_at: hoursAgo(200),
  failed_at: null,
  failure: null,
  every_hours: 24,
  is_late: false,
}
const noBackup: BackupStatus = {
  ...backups,
  snapshot_at: null,
  place: null,
  bytes: null,
  has_key: null,
  proven_at: null,
  every_hours: null,
}
const answers: DeskResponses = {
  desk_settings: [settings],
  days_off: [
    { day: '2026-12-25', note: 'Christmas' },
    { day: '202026-12-25', note: null },
  ],
  reply_templates: [
    {
      id: sampleId(803),
      updated_at: hoursAgo(100),
      name: 'Thank you, let us talk',
      body: 'Hello {name},\n\nchoose a time here: {link}',
    },
  ],
  'letters/status': {
    server: 'mail.example:587',
    sender: 'Backline <desk@backline.example>',
    signedBy: 'backline.example',
  },
  'rpc/backup_facts': backups,
  'rpc/desk_mailbox': null,
  'rpc/upcoming_calls': [{ starts: hoursAgo(-26), assigned_to: me.id }],
}

const mailbox: DeskMailbox = {
  host: 'imap.backline.example',
  port: 993,
  username: 'partners@backline.example',
  makes_messages: false,
  connected_at: hoursAgo(200),
  read_at: hoursAgo(0.1),
  fault: null,
  failing_since: null,
}

const show = variantsOf({ at: '/settings', answers })

export const states = {
  'reply-template': show({}, ['press', 'Edit Thank you, let us talk'], ['see', 'Save template']),
  all: show(),
  loading: show({ desk_settings: pending }),
  empty: show({
    days_off: [],
    'rpc/backup_facts': noBackup,
    desk_settings: [{ ...settings, answer_mailboxes: [], keep_people_days: null }],
    'letters/status': { server: null, sender: 'desk@localhost', signedBy: null },
  }),
  'calls-outside': show({
    'rpc/calls_outside': (['day_off', 'outside_hours'] as const).map((reason, index) => ({
      id: sampleId(101 + index),
      name: 'Thandi Nkosi',
      company: 'Karoo Business Software',
      starts: hoursAgo(-26),
      host: me.id,
      reasons: [reason],
    })),
  }),
  error: show({ desk_settings: serverError }),
  'not-an-owner': show(asAgent),
  'with-project': { ...show({ 'rpc/backup_facts': noBackup }), isBesideProject: true },
  'test-email-failed': show(
    { 'letters/test': { to: me.email, sent: false, reason: '535 authentication failed', isDoubtful: false } },
    ['press', 'Send me a test'],
    ['see', '535'],
  ),
  'mailbox-connected': show({ 'rpc/desk_mailbox': mailbox, 'mailbox/test': { emails: 214, idle: true } }, [
    'press',
    'Test connection',
  ]),
  'mailbox-failing': show({
    'rpc/desk_mailbox': { ...mailbox, fault: 'wrong-password', failing_since: hoursAgo(3) },
  }),
  'mailbox-refused': show(
    { 'mailbox/saved': errorResponse(400, 'Wrong username or password.', { code: 'validation_failed' }) },
    ['fill', 'IMAP server', 'imap.backline.example'],
    ['fill', 'Username', 'partners@backline.example'],
    ['fill', 'Password', 'not this one'],
    ['press', 'Connect mailbox'],
    ['see', 'Wrong username'],
  ),
  'backup-late': show({ 'rpc/backup_facts': { ...backups, is_late: true } }),
  'backup-failed': show({
    'rpc/backup_facts': { ...backups, has_key: false, failed_at: hoursAgo(1), failure: 'full' },
  }),
  'backups-error': show({ 'rpc/backup_facts': serverError }),
  'mail-error': show({ 'letters/status': serverError }),
  erasing: show({}, ['fill', 'Visitor’s email address', 'thandi@company.example'], ['press', 'Erase']),
  erased: show(
    {
      'rpc/erase_person': {
        bookings: 2,
        messages: 1,
        interactions: 14,
        account: 'none',
        mentions: [{ subject: 'strategy_call_bookings', id: sampleId(101) }],
      },
    },
    ['fill', 'Visitor’s email address', 'thandi@company.example'],
    ['press', 'Erase'],
    ['press', 'Erase permanently'],
    ['see', 'Erased:'],
  ),
  'erasing-refused': show(
    { 'rpc/erase_person': errorResponse(403, 'no', { code: '42501' }) },
    ['fill', 'Visitor’s email address', 'thandi@company.example'],
    ['press', 'Erase'],
    ['press', 'Erase permanently'],
    ['see', 'does not allow'],
  ),
  'long-words': show({
    desk_settings: [{ ...settings, answer_mailboxes: [`${unbreakable}@example.com`] }],
    days_off: [{ day: '2026-12-25', note: unbreakable.repeat(2) }],
    'rpc/backup_facts': { ...backups, place: `/${unbreakable.repeat(2)}.zip` },
    'letters/status': {
      server: `${unbreakable}.example:587`,
      sender: `${unbreakable}@example.com`,
      signedBy: `${unbreakable}.example`,
    },
  }),
  'right-to-left': show({ days_off: [{ day: '2026-12-25', note: arabicName }] }),
} satisfies DeskStates

const { counts, heading, holds, isolates, lacks, offers, says, shows, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  all: [
    heading('Settings'),
    holds('Weekly capacity (calls)', '5'),
    holds('From', '09:00'),
    says('202026-12-25'),
    offers('Remove Friday 25 December 2026'),
    says('mail.example:587'),
    says('for backline.example'),
    says(/^s3:\/\/backline-backups/),
    says('61.2 MB'),
    says('every 24 hours'),
    offers('Save call settings'),
    holds('Minimum notice to move a call (hours)', '24'),
    holds('Answer requests within (hours)', '24'),
    says(/Our email links to a page where the visitor can hold the time/),
    offers('Save available times'),
  ],
  'reply-template': [says('Text'), offers('Save template'), offers('Remove template')],
  loading: [heading('Settings'), waits('Loading')],
  empty: [
    warns(/^There is no backup/),
    says('No days off yet.'),
    says(/no mail server/),
    holds('Team email addresses', ''),
  ],
  'calls-outside': [
    says(/^1 confirmed call outside working hours/),
    says(/^1 confirmed call on a day off/),
    counts('link', /Thandi Nkosi, Karoo Business Software$/, 2),
  ],
  error: [warns('The settings could not be loaded'), offers('Try again')],
  'not-an-owner': [heading('Only owners can see this page'), lacks('Save call settings')],
  'with-project': [
    says(/Supabase project, which does not send our emails/),
    lacks('Send me a test'),
    offers('Save call settings'),
  ],
  'test-email-failed': [warns('535 authentication failed')],
  'mailbox-connected': [
    says(/^partners@backline.example on imap/),
    says(/^The connection works: 214 emails/),
    offers('Disconnect'),
  ],
  'mailbox-failing': [warns(/^Not read since/)],
  'mailbox-refused': [warns('Wrong username or password.'), holds('Username', 'partners@backline.example')],
  'backup-late': [warns(/^No backup was written/)],
  'backup-failed': [warns(/The disk is full/), says(/not included: keep it separately/)],
  'backups-error': [says(/Something went wrong/), offers('Save call settings')],
  'mail-error': [says(/Something went wrong/), offers('Save call settings')],
  erasing: [
    shows('dialog', 'Erase this visitor’s data?'),
    says('thandi@company.example'),
    offers('Erase permanently'),
    offers('Cancel'),
  ],
  erased: [says(/^Erased: 2 bookings, 1 message, 14 visit events/)],
  'erasing-refused': [warns('Your role does not allow this.'), offers('Cancel')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
}
