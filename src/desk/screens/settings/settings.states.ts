import type { DeskResponses, DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, me, sampleId, unbreakable } from '#desk/lib/samples.ts'
import type { DeskSettings } from '#shared/contract/desk-week.ts'
import type { BackupStatus } from '#shared/contract/operations.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

const at = '/settings'
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
  loading: { at, answers: { ...answers, desk_settings: noResponse } },
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
  error: { at, answers: { ...answers, desk_settings: serverError } },
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
  'backups-error': { at, answers: { ...answers, 'rpc/backup_facts': serverError } },
  'mail-error': { at, answers: { ...answers, 'letters/status': serverError } },
  erasing: {
    at,
    answers,
    steps: [
      ['fill', 'Visitor’s email address', 'thandi@company.example'],
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
      ['fill', 'Visitor’s email address', 'thandi@company.example'],
      ['press', 'Erase'],
      ['press', 'Erase permanently'],
      ['see', 'Erased:'],
    ],
  },
  'erasing-refused': {
    at,
    answers: { ...answers, 'rpc/erase_person': errorResponse(403, 'no', { code: '42501' }) },
    steps: [
      ['fill', 'Visitor’s email address', 'thandi@company.example'],
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

export const looks: StateExpectations<typeof states> = {
  all: [
    expectState.heading('Settings'),
    expectState.holds('Weekly capacity (calls)', '5'),
    expectState.holds('From', '09:00'),
    expectState.says('202026-12-25'),
    expectState.offers('Remove Friday 25 December 2026'),
    expectState.says('mail.example:587'),
    expectState.says('for backline.example'),
    expectState.says(/^s3:\/\/backline-backups/),
    expectState.says('61.2 MB'),
    expectState.says('every 24 hours'),
    expectState.offers('Save call settings'),
    expectState.holds('Minimum notice to move a call (hours)', '24'),
    expectState.holds('Answer requests within (hours)', '24'),
    expectState.says(/Our email links to a page where the visitor can hold the time/),
    expectState.offers('Save available times'),
  ],
  'reply-template': [
    expectState.says('Text'),
    expectState.offers('Save template'),
    expectState.offers('Remove template'),
  ],
  loading: [expectState.heading('Settings'), expectState.waits('Loading')],
  empty: [
    expectState.warns(/^There is no backup/),
    expectState.says('No days off yet.'),
    expectState.says(/no mail server/),
    expectState.holds('Team email addresses', ''),
  ],
  'calls-outside': [
    expectState.says(/^1 confirmed call outside working hours/),
    expectState.says(/^1 confirmed call on a day off/),
    expectState.counts('link', /Thandi Nkosi, Karoo Business Software$/, 2),
  ],
  error: [expectState.warns('The settings could not be loaded'), expectState.offers('Try again')],
  'not-an-owner': [expectState.heading('Only owners can see this page'), expectState.lacks('Save call settings')],
  'with-project': [
    expectState.says(/Supabase project, which does not send our emails/),
    expectState.lacks('Send me a test'),
    expectState.offers('Save call settings'),
  ],
  'test-email-failed': [expectState.warns('535 authentication failed')],
  'backup-late': [expectState.warns(/^No backup was written/)],
  'backup-failed': [expectState.warns(/The disk is full/), expectState.says(/not included: keep it separately/)],
  'backups-error': [expectState.says(/Something went wrong/), expectState.offers('Save call settings')],
  'mail-error': [expectState.says(/Something went wrong/), expectState.offers('Save call settings')],
  erasing: [
    expectState.shows('dialog', 'Erase this visitor’s data?'),
    expectState.says('thandi@company.example'),
    expectState.offers('Erase permanently'),
    expectState.offers('Cancel'),
  ],
  erased: [expectState.says(/^Erased: 2 bookings, 1 message, 14 visit events/)],
  'erasing-refused': [expectState.warns('Your role does not allow this.'), expectState.offers('Cancel')],
  'long-words': [expectState.says(/^Donaudampf/)],
  'right-to-left': [expectState.isolates(arabicName)],
}
