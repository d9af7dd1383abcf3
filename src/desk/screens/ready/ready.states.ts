import { type DeskResponses, type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, me, unbreakable } from '#desk/lib/samples.ts'
import type { ChecklistFinding } from '#shared/contract/operations.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { errorResponse, expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

const at = '/ready'

const titles = {
  address: 'Address',
  reach: 'Reached from outside',
  mail: 'Sent and read',
  spf: 'SPF',
  second_step: 'Two-step verification',
  backup: 'Backup',
  rights: 'Database permissions',
}
type Change = Partial<Record<keyof typeof titles, Omit<ChecklistFinding, 'check' | 'title'>>>
const passed = { finding: 'good', state: 'good', says: 'No problem found.' } as const

/** A few checks. All checks pass, except those that `change` replaces. */
function found(change: Change = {}): DeskResponses {
  const those = (...checks: (keyof typeof titles)[]) =>
    checks.map((check) => ({ check, title: titles[check], ...(change[check] ?? passed) }))
  const groups = [
    { title: 'Access', text: 'How visitors reach this server.', findings: those('address', 'reach') },
    { title: 'Emails', text: 'Whether they arrive and are trusted.', findings: those('mail', 'spf') },
    {
      title: 'Team and data',
      text: 'Access, and recovery after a failure.',
      findings: those('second_step', 'backup', 'rights'),
    },
  ]
  return { 'ready/checks': { groups } }
}

const unproven = found({
  mail: {
    finding: 'unproven',
    state: 'mend',
    says: 'No test email has arrived yet.',
    todo: 'Send a test email to yourself.',
  },
})
const long = `https://${unbreakable}.example`

const show = variantsOf({ at, answers: {} })

export const states = {
  'all-ok': show(found()),
  'each-result': show(
    found({
      address: {
        finding: 'unset',
        state: 'mend',
        says: 'No public address is set.',
        todo: 'Set PUBLIC_URL to the address of the site, and restart the server.',
        link: '/site?find=brand.name',
      },
      reach: {
        finding: 'slow',
        state: 'unknown',
        says: 'This check took too long.',
        todo: 'Check again in a minute.',
      },
      mail: {
        finding: 'folder',
        state: 'mend',
        says: 'No mail server is set.',
        todo: 'Set SMTP_URL to the address of a mail server.',
      },
      backup: {
        finding: 'unproven',
        state: 'consider',
        says: `The last one holds ${new Date(hoursAgo(30)).toISOString()}, and none was verified.`,
        todo: 'Run npm run restore -- --check with the newest file.',
      },
    }),
  ),
  loading: show({ 'ready/checks': pending }),
  error: show({ 'ready/checks': serverError }),
  'not-an-owner': show(asAgent),
  'with-project': { ...show(), isBesideProject: true },
  'email-sent': show(
    { ...unproven, 'ready/letter': { to: me.email, sent: true, reason: null, isDoubtful: false } },
    ['press', 'Send me a test email'],
    ['see', 'The mail server accepted'],
  ),
  'email-failed': show(
    {
      ...unproven,
      'ready/letter': { to: me.email, sent: false, reason: '535 authentication failed', isDoubtful: false },
    },
    ['press', 'Send me a test email'],
    ['see', '535'],
  ),
  'from-email-link': { ...show(unproven), at: `${at}?code=K7QM-3XWD` },
  'wrong-code': show(
    {
      ...unproven,
      'ready/confirmation': errorResponse(400, 'This is not the code from a test email that we sent you.'),
    },
    ['fill', 'Code from the email', 'AAAA-AAAA'],
    ['press', 'Confirm'],
    ['see', 'This is not the code'],
  ),
  'long-words': show(
    found({
      address: {
        finding: 'redirected',
        state: 'mend',
        says: `${long} sends people on to ${long}.`,
        todo: long,
      },
    }),
  ),
  'right-to-left': show(
    found({
      rights: {
        finding: 'owner',
        state: 'consider',
        says: `Requests run as ${isolateBidi(arabicName)}.`,
      },
    }),
  ),
} satisfies DeskStates

const { heading, holds, isolates, lacks, offers, says, saysNo, shows, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  'all-ok': [
    heading('Launch checklist'),
    says('Nothing left to fix.'),
    says('No problem found.'),
    offers('Check again'),
    lacks('Try again'),
  ],
  loading: [heading('Launch checklist'), lacks('Check again')],
  error: [warns('The checks could not run'), offers('Try again')],
  'not-an-owner': [heading('Only owners can see this page'), lacks('Check again')],
  'with-project': [heading('Check your Supabase project'), lacks('Check again')],
  'each-result': [
    says('2 things to fix, 1 worth checking, 1 unknown.'),
    ...['OK', 'To fix', 'Worth checking', 'Unknown'].map((words) => says(words)),
    says(/^Set PUBLIC_URL to the address of the site, and restart the server\./),
    shows('link', 'Open Site'),
    // Times are shown in the user's time zone.
    says(/^The last one holds \w{3}\s\d+\s\w{3}.*, and none was verified\.$/),
    lacks('Send me a test email'),
  ],
  'email-sent': [says(/The mail server accepted the email for/), offers('Confirm')],
  'email-failed': [warns('535'), offers('Send me a test email')],
  'from-email-link': [holds('Code from the email', 'K7QM-3XWD'), offers('Confirm')],
  'wrong-code': [warns('This is not the code'), holds('Code from the email', 'AAAA-AAAA')],
  'long-words': [says(/sends people on to/), saysNo('Nothing left to fix')],
  'right-to-left': [shows('heading', 'Database permissions'), isolates(arabicName)],
}
