import { faults, heading, offers, says, waits, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './second-factor.states.ts'

seeStates<typeof states>('desk-parts/second-factor', {
  'making-a-secret': [waits('Making a secret for your app')],
  'no-secret': [warns('No connection'), offers('Try again')],
  'wrong-code': [warns('This code is not right'), faults(/The code that your app shows now/)],
  'making-codes': [waits('Making the codes')],
  'no-codes-to-give': [says(/This server gives no recovery codes/), offers('I have kept them')],
  sheet: [heading('Recovery codes · Backline desk'), says(/^k7mq-/), offers('Print')],
})
