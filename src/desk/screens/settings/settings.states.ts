import type { Answers, DeskStates } from '#desk/lib/sample-answers.ts'
import { arabicName, asAgent, hoursAgo, me, sampleId, unbreakable } from '#desk/lib/samples.ts'
import type { DeskSettings } from '#shared/contract/desk-week.ts'
import type { BackupFacts } from '#shared/contract/operations.ts'
import { broken, type Looks, never, refused, see } from '#shared/lib/sample-states.ts'

const at = '/settings'
const settings: DeskSettings = {
  time_zone: 'Africa/Johannesburg',
  currency: 'EUR',
  opens: '09:00:00',
  closes: '17:00:00',
  work_days: [1, 2, 3, 4, 5],
  call_minutes: 30,
  weekly_capacity: 5,
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
const backups: BackupFacts = {
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
const noBackup: BackupFacts = {
  ...backups,
  snapshot_at: null,
  place: null,
  bytes: null,
  has_key: null,
  proven_at: null,
  every_hours: null,
}
const answers: Answers = {
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
  'rpc/upcoming_calls': [{ starts: hoursAgo(-26), assigned_to: me.id }],
}

export const states = {
  'reply-template': {
    at,
    answers,
    steps: [
      ['press', 'Edit Thank you, let us talk'],
      ['see', 'Save template'],
    ],
  },
  all: { at, answers },
  loading: { at, answers: { ...answers, desk_settings: never } },
  empty: {
    at,
    answers: {
      ...answers,
      days_off: [],
      'rpc/backup_facts': noBackup,
      desk_settings: [{ ...settings, answer_mailboxes: [], keep_people_days: null }],
      'letters/status': { server: null, sender: 'desk@localhost', signedBy: null },
    },
  },
  'calls-outside': {
    at,
    answers: {
      ...answers,
      'rpc/calls_outside': (['day_off', 'outside_hours'] as const).map((reason, index) => ({
        id: sampleId(101 + index),
        name: 'Thandi Nkosi',
        company: 'Karoo Business Software',
        starts: hoursAgo(-26),
        host: me.id,
        reasons: [reason],
      })),
    },
  },
  error: { at, answers: { ...answers, desk_settings: broken } },
  'not-an-owner': { at, answers: { ...answers, ...asAgent } },
  'with-project': { at, answers: { ...answers, 'rpc/backup_facts': noBackup }, isBesideProject: true },
  'test-email-failed': {
    at,
    answers: {
      ...answers,
      'letters/test': { to: me.email, sent: false, reason: '535 authentication failed', isDoubtful: false },
    },
    steps: [
      ['press', 'Send me a test'],
      ['see', '535'],
    ],
  },
  'backup-late': { at, answers: { ...answers, 'rpc/backup_facts': { ...backups, is_late: true } } },
  'backup-failed': {
    at,
    answers: {
      ...answers,
      'rpc/backup_facts': { ...backups, has_key: false, failed_at: hoursAgo(1), failure: 'full' },
    },
  },
  'backups-error': { at, answers: { ...answers, 'rpc/backup_facts': broken } },
  'mail-error': { at, answers: { ...answers, 'letters/status': broken } },
  erasing: {
    at,
    answers,
    steps: [
      ['fill', 'Their email address', 'thandi@company.example'],
      ['press', 'Erase'],
    ],
  },
  erased: {
    at,
    answers: {
      ...answers,
      'rpc/erase_person': {
        bookings: 2,
        messages: 1,
        interactions: 14,
        account: 'none',
        mentions: [{ subject: 'strategy_call_bookings', id: sampleId(101) }],
      },
    },
    steps: [
      ['fill', 'Their email address', 'thandi@company.example'],
      ['press', 'Erase'],
      ['press', 'Erase permanently'],
      ['see', 'Erased:'],
    ],
  },
  'erasing-refused': {
    at,
    answers: { ...answers, 'rpc/erase_person': refused(403, 'no', { code: '42501' }) },
    steps: [
      ['fill', 'Their email address', 'thandi@company.example'],
      ['press', 'Erase'],
      ['press', 'Erase permanently'],
      ['see', 'does not allow'],
    ],
  },
  'long-words': {
    at,
    answers: {
      ...answers,
      desk_settings: [{ ...settings, answer_mailboxes: [`${unbreakable}@example.com`] }],
      days_off: [{ day: '2026-12-25', note: unbreakable.repeat(2) }],
      'rpc/backup_facts': { ...backups, place: `/${unbreakable.repeat(2)}.zip` },
      'letters/status': {
        server: `${unbreakable}.example:587`,
        sender: `${unbreakable}@example.com`,
        signedBy: `${unbreakable}.example`,
      },
    },
  },
  'right-to-left': { at, answers: { ...answers, days_off: [{ day: '2026-12-25', note: arabicName }] } },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  all: [
    see.heading('Settings'),
    see.holds('Calls per week', '5'),
    see.holds('From', '09:00'),
    see.says('202026-12-25'),
    see.offers('Remove Friday 25 December 2026'),
    see.says('mail.example:587'),
    see.says('for backline.example'),
    see.says(/^s3:\/\/backline-backups/),
    see.says('61.2 MB'),
    see.says('every 24 hours'),
    see.offers('Save call settings'),
    see.holds('Notice for a move (hours before the call)', '24'),
    see.says(/Our email links to a page where the visitor can hold the time/),
    see.offers('Save available times'),
  ],
  'reply-template': [see.says('Text'), see.offers('Save template'), see.offers('Remove template')],
  loading: [see.heading('Settings'), see.waits('Loading')],
  empty: [
    see.warns(/^There is no backup/),
    see.says('None yet.'),
    see.says(/no mail server/),
    see.holds('Team email addresses', ''),
  ],
  'calls-outside': [
    see.says(/^1 confirmed call outside working hours/),
    see.says(/^1 confirmed call on a day off/),
    see.counts('link', /Thandi Nkosi, Karoo Business Software$/, 2),
  ],
  error: [see.warns('The settings could not be loaded'), see.offers('Try again')],
  'not-an-owner': [see.heading('Only owners can see this'), see.lacks('Save call settings')],
  'with-project': [
    see.says(/Supabase project, which does not send our emails/),
    see.lacks('Send me a test'),
    see.offers('Save call settings'),
  ],
  'test-email-failed': [see.warns('535 authentication failed')],
  'backup-late': [see.warns(/^No backup has been written/)],
  'backup-failed': [see.warns(/The disk is full/), see.says(/not included: keep it separately/)],
  'backups-error': [see.says(/Something went wrong/), see.offers('Save call settings')],
  'mail-error': [see.says(/Something went wrong/), see.offers('Save call settings')],
  erasing: [
    see.shows('dialog', 'Erase this visitor’s data?'),
    see.says('thandi@company.example'),
    see.offers('Erase permanently'),
    see.offers('Cancel'),
  ],
  erased: [see.says(/^Erased: 2 bookings, 1 message, 14 visit events/)],
  'erasing-refused': [see.warns('Your role does not allow this.'), see.offers('Cancel')],
  'long-words': [see.says(/^Donaudampf/)],
  'right-to-left': [see.isolates(arabicName)],
}
