import type { Answers, DeskStates } from '#desk/lib/sample-answers.ts'
import { arabicName, asAgent, hoursAgo, me, unbreakable } from '#desk/lib/samples.ts'
import type { ReadyFinding } from '#shared/contract/operations.ts'
import { isolate } from '#shared/lib/display-text.ts'
import { broken, type Looks, never, refused, see } from '#shared/lib/sample-states.ts'

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
type Change = Partial<Record<keyof typeof titles, Omit<ReadyFinding, 'check' | 'title'>>>
const passed = { finding: 'good', state: 'good', says: 'No problem found.' } as const

/** A few checks. All of them pass, except those that `change` replaces. */
function found(change: Change = {}): Answers {
  const those = (...checks: (keyof typeof titles)[]) =>
    checks.map((check) => ({ check, title: titles[check], ...(change[check] ?? passed) }))
  const groups = [
    { title: 'Access', text: 'How visitors reach this server.', findings: those('address', 'reach') },
    { title: 'Emails', text: 'Whether they arrive and are trusted.', findings: those('mail', 'spf') },
    {
      title: 'Team and data',
      text: 'Who has access, and what is left after a failure.',
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
    todo: 'Send one to yourself.',
  },
})
const long = `https://${unbreakable}.example`

export const states = {
  'all-ok': { at, answers: found() },
  'each-result': {
    at,
    answers: found({
      address: {
        finding: 'unset',
        state: 'mend',
        says: 'No public address is set.',
        todo: 'Set PUBLIC_URL to the address of the site, and restart the server.',
      },
      reach: {
        finding: 'slow',
        state: 'unknown',
        says: 'This took too long.',
        todo: 'Check again in a minute.',
      },
      mail: {
        finding: 'folder',
        state: 'mend',
        says: 'No mail server is set.',
        todo: 'Set SMTP_URL to one.',
      },
      backup: {
        finding: 'unproven',
        state: 'consider',
        says: `The last one holds ${new Date(hoursAgo(30)).toISOString()}, and none was verified.`,
        todo: 'Run npm run restore -- --check and the newest file.',
      },
    }),
  },
  loading: { at, answers: { 'ready/checks': never } },
  error: { at, answers: { 'ready/checks': broken } },
  'not-an-owner': { at, answers: asAgent },
  'with-project': { at, answers: {}, isBesideProject: true },
  'email-sent': {
    at,
    answers: {
      ...unproven,
      'ready/letter': { to: me.email, sent: true, reason: null, isDoubtful: false },
    },
    steps: [
      ['press', 'Send me a test email'],
      ['see', 'The mail server accepted'],
    ],
  },
  'email-failed': {
    at,
    answers: {
      ...unproven,
      'ready/letter': { to: me.email, sent: false, reason: '535 authentication failed', isDoubtful: false },
    },
    steps: [
      ['press', 'Send me a test email'],
      ['see', '535'],
    ],
  },
  'from-email-link': { at: `${at}?code=K7QM-3XWD`, answers: unproven },
  'wrong-code': {
    at,
    answers: {
      ...unproven,
      'ready/confirmation': refused(400, 'This is not the code of a letter that we sent you.'),
    },
    steps: [
      ['fill', 'Code from the email', 'AAAA-AAAA'],
      ['press', 'Confirm'],
      ['see', 'This is not the code'],
    ],
  },
  'long-words': {
    at,
    answers: found({
      address: {
        finding: 'redirected',
        state: 'mend',
        says: `${long} sends people on to ${long}.`,
        todo: long,
      },
    }),
  },
  'right-to-left': {
    at,
    answers: found({
      rights: { finding: 'owner', state: 'consider', says: `Requests are served as ${isolate(arabicName)}.` },
    }),
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  'all-ok': [
    see.heading('Launch checklist'),
    see.says('Nothing left to fix.'),
    see.says('No problem found.'),
    see.offers('Check again'),
    see.lacks('Try again'),
  ],
  loading: [see.heading('Launch checklist'), see.lacks('Check again')],
  error: [see.warns('The checks could not run'), see.offers('Try again')],
  'not-an-owner': [see.heading('Only owners can see this'), see.lacks('Check again')],
  'with-project': [see.heading('Check your Supabase project'), see.lacks('Check again')],
  'each-result': [
    see.says('2 things to fix, 1 unknown.'),
    ...['OK', 'To fix', 'Worth checking', 'Unknown'].map((words) => see.says(words)),
    see.says('Set PUBLIC_URL to the address of the site, and restart the server.'),
    // Times are shown in the user's zone.
    see.says(/^The last one holds \w{3} \d+ \w{3}.*, and none was verified\.$/),
    see.lacks('Send me a test email'),
  ],
  'email-sent': [see.says(/The mail server accepted the email for/), see.offers('Confirm')],
  'email-failed': [see.warns('535'), see.offers('Send me a test email')],
  'from-email-link': [see.holds('Code from the email', 'K7QM-3XWD'), see.offers('Confirm')],
  'wrong-code': [see.warns('This is not the code'), see.holds('Code from the email', 'AAAA-AAAA')],
  'long-words': [see.says(/sends people on to/), see.saysNo('Nothing left to fix')],
  'right-to-left': [see.shows('heading', 'Database permissions'), see.isolates(arabicName)],
}
