import { arabicName } from '#desk/lib/samples.ts'
import {
  heading,
  holds,
  isolates,
  lacks,
  offers,
  says,
  shows,
  waits,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './settings.states.ts'

seeStates<typeof states>('desk/settings', {
  all: [
    heading('Settings'),
    holds('Calls a week', '5'),
    holds('From', '09:00'),
    says('202026-12-25'),
    offers('Remove Friday, 25 December 2026'),
    says('mail.example:587'),
    says('for backline.example'),
    says(/^s3:\/\/backline-backups/),
    says('61.2 MB'),
    says('every 24 hours'),
    offers('Save the calls'),
    holds('Until so many hours before the call', '24'),
    says(/As soon as the visitor has opened the link in a letter of ours/),
    offers('Save the free times'),
  ],
  'a-text-for-replies': [says('Text'), offers('Save the text'), offers('Remove it')],
  loading: [heading('Settings'), waits('Loading')],
  empty: [
    warns(/^There is no backup/),
    says('None so far.'),
    says(/no mail server/),
    holds('Mailboxes of the team', ''),
  ],
  error: [warns('The settings could not be fetched'), offers('Try again')],
  'not-an-owner': [heading('This is for owners'), lacks('Save the calls')],
  'beside-a-project': [
    says(/Supabase project, which writes no letters/),
    lacks('Send me this one'),
    offers('Save the calls'),
  ],
  'test-letter-failed': [warns('535 authentication failed')],
  'backup-late': [warns(/^No backup was written/)],
  'backup-failed': [warns(/The disk is full/), says(/must be kept apart/)],
  'backups-not-known': [says(/Something went wrong/), offers('Save the calls')],
  'mail-not-known': [says(/Something went wrong/), offers('Save the calls')],
  erasing: [
    shows('dialog', 'Erase this person?'),
    says('thandi@company.example'),
    offers('Erase for good'),
    offers('Leave it'),
  ],
  erased: [says(/^Gone: 2 bookings, 1 message, 14 events of their visits/)],
  'erasing-refused': [warns('Your role does not allow this.'), offers('Leave it')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
})
