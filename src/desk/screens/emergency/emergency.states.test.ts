import { arabicName } from '#desk/lib/samples.ts'
import { heading, holds, isolates, lacks, offers, says, shows, warns } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './emergency.states.ts'

seeStates<typeof states>('desk/emergency', {
  offered: [
    heading('Emergency'),
    offers('End their sessions'),
    offers('End it'),
    offers('End all sessions'),
    offers('Replace the key'),
  ],
  loading: [heading('Emergency'), offers('End all sessions')],
  'people-not-known': [warns('Something went wrong'), offers('End all sessions')],
  'not-an-owner': [heading('This is for owners'), lacks('End all sessions')],
  'beside-a-project': [offers('End all sessions'), lacks('Replace the key')],
  'ending-all': [
    shows('dialog', 'End all sessions?'),
    says(/Everybody is signed out everywhere, you too/),
    offers('Leave it'),
  ],
  'replacing-the-key-failed': [warns('Something went wrong'), offers('Replace it')],
  'unknown-token': [warns('No session and no token of ours.'), holds('The token', /^Donaudampf/)],
  'long-words': [shows('dialog', /^End all sessions of Wilhelmina/)],
  'right-to-left': [shows('dialog', new RegExp(arabicName)), isolates(arabicName)],
})
