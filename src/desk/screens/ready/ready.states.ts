import type { Answers, DeskStates } from '#desk/lib/answers.ts'
import { arabicName, asAgent, hoursAgo, me, unbreakable } from '#desk/lib/samples.ts'
import { type ReadyAnswer, type ReadyCheck, readyChecks, readyFindings } from '#shared/contract/ready.ts'
import { broken, never, refused } from '#shared/lib/staged.ts'

const at = '/ready'

/** A value for every name that a sentence may ask for. */
const facts = {
  address: 'https://www.backline.example',
  target: 'https://backline.example/',
  status: '404',
  cause: 'ECONNREFUSED',
  peer: '10.0.0.7',
  client: '203.0.113.9',
  at: hoursAgo(30),
  proven: hoursAgo(900),
  failure: 'full',
  hours: '24',
  sender: 'desk@backline.example',
  domain: 'backline.example',
  record: 'v=spf1 include:_spf.mail.example -all',
  count: '3',
  people: '5',
  name: 'backline._domainkey.backline.example',
  signer: 'mail.example',
  policy: 'reject',
  login: 'backline',
  seconds: '-240',
  zone: 'Africa/Johannesburg',
  opens: '09:00',
  closes: '17:00',
  mailbox: 'partners@backline.example',
  links: 'whatsapp, linkedin, youtube, x',
  paths: '/privacy, /terms, /imprint',
  cores: '8',
}

/** The finding of each check that stands at this place of its list, or its last one. */
const findingsAt = (place: number): ReadyAnswer['findings'] =>
  readyChecks.map((check) => {
    const names = Object.keys(readyFindings[check])
    return { check, finding: names[Math.min(place, names.length - 1)] ?? 'failed', facts }
  })

/** All is well, but for what is said of single checks. */
const found = (change: Partial<Record<ReadyCheck, string>> = {}, more = facts): Answers => ({
  'ready/checks': {
    findings: readyChecks.map((check) => ({
      check,
      finding: change[check] ?? Object.keys(readyFindings[check])[0] ?? 'failed',
      facts: more,
    })),
  },
})

const most = Math.max(...Object.values(readyFindings).map((names) => Object.keys(names).length))
type EachFinding = Record<`findings-${number}`, { at: string; answers: Answers }>
/** As many states as the longest list of findings has, so that each finding is seen in one of them. */
const eachFinding: EachFinding = Object.fromEntries(
  Array.from({ length: most }, (_, place) => [
    `findings-${place}`,
    { at, answers: { 'ready/checks': { findings: findingsAt(place) } } },
  ]),
)

const unproven = found({ mail: 'unproven', backup: 'unset' })

export const states = {
  ...eachFinding,
  'all-in-order': { at, answers: found() },
  loading: { at, answers: { 'ready/checks': never } },
  error: { at, answers: { 'ready/checks': broken } },
  'not-an-owner': { at, answers: asAgent },
  'beside-a-project': { at, answers: {}, isBesideProject: true },
  unfinished: {
    at,
    answers: found({ reach: 'slow', spf: 'timeout', dkim: 'unreachable', rights: 'failed' }),
  },
  'letter-sent': {
    at,
    answers: {
      ...unproven,
      'ready/letter': { to: me.email, sent: true, reason: null, isDoubtful: false },
    },
    steps: [
      ['press', 'Send me a letter'],
      ['see', 'The mail server took it'],
    ],
  },
  'letter-failed': {
    at,
    answers: {
      ...unproven,
      'ready/letter': { to: me.email, sent: false, reason: '535 authentication failed', isDoubtful: false },
    },
    steps: [
      ['press', 'Send me a letter'],
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
      ['fill', 'Code of the letter', 'AAAA-AAAA'],
      ['press', 'It arrived'],
      ['see', 'This is not the code'],
    ],
  },
  'long-words': {
    at,
    answers: found(
      { spf: 'open', reach: 'redirected', address: 'not_https', rights: 'owner' },
      {
        ...facts,
        address: `https://${unbreakable}.example`,
        target: `https://${unbreakable}.example/`,
        domain: `${unbreakable}.example`,
        record: `v=spf1 include:${unbreakable}.example +all`,
        login: unbreakable,
      },
    ),
  },
  'right-to-left': { at, answers: found({ rights: 'owner' }, { ...facts, login: arabicName }) },
} satisfies DeskStates
