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
  second_step: 'Second step',
  backup: 'Backup',
  rights: 'Rights at the database',
}
type Change = Partial<Record<keyof typeof titles, Omit<ReadyFinding, 'check' | 'title'>>>
const inOrder = { finding: 'good', state: 'good', says: 'This is as it should be.' } as const

/** A few of the checks, in order but for some. */
function found(change: Change = {}): Answers {
  const those = (...checks: (keyof typeof titles)[]) =>
    checks.map((check) => ({ check, title: titles[check], ...(change[check] ?? inOrder) }))
  const groups = [
    { title: 'The way here', text: 'How visitors reach this server.', findings: those('address', 'reach') },
    { title: 'Letters', text: 'Whether they arrive, and are believed.', findings: those('mail', 'spf') },
    {
      title: 'People and data',
      text: 'Who gets in, and what is left after a bad day.',
      findings: those('second_step', 'backup', 'rights'),
    },
  ]
  return { 'ready/checks': { groups } }
}

const unproven = found({
  mail: {
    finding: 'unproven',
    state: 'mend',
    says: 'Nobody has seen yet that a letter arrives.',
    todo: 'Have one sent to yourself.',
  },
})
const long = `https://${unbreakable}.example`

export const states = {
  'all-in-order': { at, answers: found() },
  'of-each-kind': {
    at,
    answers: found({
      address: {
        finding: 'unset',
        state: 'mend',
        says: 'No public address is set.',
        todo: 'Set PUBLIC_URL to the address of the site, and start the server anew.',
      },
      reach: {
        finding: 'slow',
        state: 'unknown',
        says: 'This took too long.',
        todo: 'Look again in a minute.',
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
        says: `The last one holds ${new Date(hoursAgo(30)).toISOString()}, and no restore has proven one.`,
        todo: 'Run npm run restore -- --check and the newest file.',
      },
    }),
  },
  loading: { at, answers: { 'ready/checks': never } },
  error: { at, answers: { 'ready/checks': broken } },
  'not-an-owner': { at, answers: asAgent },
  'beside-a-project': { at, answers: {}, isBesideProject: true },
  'letter-sent': {
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
  'letter-failed': {
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
  'from-the-letter': { at: `${at}?code=K7QM-3XWD`, answers: unproven },
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
  'all-in-order': [
    see.heading('Launch checklist'),
    see.says('Nothing left to fix.'),
    see.says('This is as it should be.'),
    see.offers('Check again'),
    see.lacks('Try again'),
  ],
  loading: [see.heading('Launch checklist'), see.lacks('Check again')],
  error: [see.warns('The checks could not run'), see.offers('Try again')],
  'not-an-owner': [see.heading('This is for owners'), see.lacks('Check again')],
  'beside-a-project': [see.heading('Check your Supabase project'), see.lacks('Check again')],
  'of-each-kind': [
    see.says('2 things to fix, 1 unknown.'),
    ...['OK', 'To fix', 'Worth checking', 'Unknown'].map((words) => see.says(words)),
    see.says('Set PUBLIC_URL to the address of the site, and start the server anew.'),
    // Times are read on the clock of whoever reads.
    see.says(/^The last one holds \w{3} \d+ \w{3}.*, and no restore has proven one\.$/),
    see.lacks('Send me a test email'),
  ],
  'letter-sent': [see.says(/The mail server accepted the email for/), see.offers('Confirm')],
  'letter-failed': [see.warns('535'), see.offers('Send me a test email')],
  'from-the-letter': [see.holds('Code from the email', 'K7QM-3XWD'), see.offers('Confirm')],
  'wrong-code': [see.warns('This is not the code'), see.holds('Code from the email', 'AAAA-AAAA')],
  'long-words': [see.says(/sends people on to/), see.saysNo('Nothing left to fix')],
  'right-to-left': [see.shows('heading', 'Rights at the database'), see.isolates(arabicName)],
}
