import { browserNotes } from './browser-notes.ts'
import {
  type DocumentSection,
  fact,
  link,
  list,
  mailbox,
  type SiteDocument,
  text,
  type Words,
} from './document-parts.ts'
import { fixedDays, keepings } from './keepings.ts'
import { daysInWords, type Practice } from './practice.ts'

/** Since when its words are these; what follows from the configuration changes by itself. */
const privacyChanged = '2026-11-23'

/** The privacy notice: made from what this server does, so that it says nothing else. */
export const privacyNotice = (practice: Practice): SiteDocument => ({
  title: 'What we keep of you',
  description: 'What this site keeps of its visitors, for how long, who gets it, and how to see or erase it.',
  lede: 'Read the whole site and take every pack without telling us who you are. We set no cookies for visitors, show no ads, and load nothing from other companies.',
  changed: privacyChanged,
  sections: [
    who,
    inShort,
    retention(practice),
    recipients(practice),
    browser,
    network(practice),
    reasons,
    rights(practice),
    team(practice),
  ],
})

const who: DocumentSection = {
  id: 'who',
  title: 'Who answers for it',
  blocks: [
    {
      type: 'facts',
      rows: [
        { label: 'Responsible', value: [fact('name'), ', ', fact('address')] },
        { label: 'Data protection', value: [fact('privacyContact')] },
      ],
    },
    text(['More about us stands in the ', link('imprint', '/imprint'), '.']),
  ],
}

const inShort: DocumentSection = {
  id: 'short',
  title: 'In short',
  blocks: [
    list(
      'You ask for a call or write to us: we keep what you typed, to answer you.',
      'You only look around: we count what is looked at, without your name. You can say no at the foot of every page.',
      'You want to see it, take it along or have it erased: ask, and it is done.',
      'We sell nothing of it, and nobody here decides about you by machine.',
    ),
  ],
}

function retention(practice: Practice): DocumentSection {
  const rows = Object.values(keepings(practice)).map(({ what, holds, time }) => [what, holds, time])
  return {
    id: 'retention',
    title: 'What we keep, and how long',
    blocks: [
      ...(practice.project === null
        ? []
        : [
            text(
              `What you send and what is counted is kept in a database at ${practice.project}. How long it stays there is set there.`,
            ),
          ]),
      { type: 'table', caption: 'Kept in our database', head: ['What', 'What is in it', 'How long'], rows },
      text(backupWords(practice)),
      text(
        'What is erased here is erased for good within hours. A clock that is wrong, or a backup put back, makes the server wait until one of us has looked.',
      ),
    ],
  }
}

function backupWords({ backups, project }: Practice): Words {
  if (backups === null) {
    return [
      project === null
        ? 'This server writes no backups by itself. Backups made in other ways: '
        : 'Backups of that database: ',
      fact('backups'),
    ]
  }
  const { store } = backups
  return (
    `A backup of all of it is written every day, and the last ${fixedDays.backups} are kept: what was erased is gone from them ` +
    `about ${daysInWords(fixedDays.backups)} later. ` +
    (store === null ? 'They are on a machine of ours.' : `They are in a store at ${store}.`)
  )
}

const joined = (names: readonly string[]) => names.join(', ')

function recipients({
  project,
  mailServer,
  webhooks,
  calendars,
  hasFeeds,
  hasMetrics,
}: Practice): DocumentSection {
  const items: Words[] = [
    'Our team: who has a role at our desk, each with their own account and a second step. Reading a request is written into the log.',
    ['The company that runs our server: ', fact('hosting'), '.'],
  ]
  if (project !== null) items.push(`The company that runs the database at ${project}.`)
  if (project === null) {
    items.push(
      mailServer === null
        ? 'No mail service: this server sends no letters by mail at present.'
        : [
            `The mail service that takes our letters, at ${mailServer}: `,
            fact('mailService'),
            '. It gets your address and what the letter says.',
          ],
      webhooks.length === 0
        ? 'No other programs: nothing is passed on by webhooks.'
        : `Other programs of ours hear of each request and message, with what you typed, at: ${joined(webhooks)}.`,
    )
  }
  if (calendars.length > 0) {
    items.push(`Calendars of our team are read at: ${joined(calendars)}. Nothing of yours is sent there.`)
  }
  if (project === null && (mailServer !== null || hasFeeds)) {
    const ways = [mailServer !== null && 'by mail', hasFeeds && 'by a secret link']
      .filter(Boolean)
      .join(' and ')
    items.push(
      `The calendar of who takes your call: the time, your name, company, number and address reach it ${ways}.`,
    )
  }
  if (hasMetrics) items.push('A service of ours that watches the server. It gets counts alone.')
  return {
    id: 'recipients',
    title: 'Who gets it',
    blocks: [list(...items), text(['Outside the EU: ', fact('transfers')])],
  }
}

const browser: DocumentSection = {
  id: 'browser',
  title: 'In your browser',
  blocks: [
    text(
      'No cookie, and no fingerprint of your device. The site writes these notes into the storage of your browser; we read them only on these pages.',
    ),
    {
      type: 'table',
      caption: 'Notes in your browser',
      head: ['Name', 'What is in it', 'Until'],
      rows: browserNotes.map(({ key, holds, until }) => [key, holds, until]),
    },
    text(
      'To say no to counting, press “Do not count me” at the foot of any page, or turn on Global Privacy Control or Do Not Track in your browser. Without script nothing is counted.',
    ),
  ],
}

const network = (practice: Practice): DocumentSection => ({
  id: 'network',
  title: 'Your address on the network',
  blocks: [
    text(
      'Your browser tells its network address (IP) to whoever it asks for a page. Our server keeps it in memory, to count how often one address asks, and forgets it when the count is over. It is not in our log, and not with what you send.',
    ),
    text(['What stands before that server may keep a log of its own: ', fact('accessLogs')]),
    ...(practice.project === null
      ? []
      : [text(`Forms and counts go straight to ${practice.project}, which sees that address too.`)]),
  ],
})

const reasons: DocumentSection = {
  id: 'reasons',
  title: 'Why we may',
  blocks: [
    text('By the General Data Protection Regulation (GDPR) of the EU:'),
    list(
      'Requests, messages, letters and notes: to answer you, and to prepare what you asked for. Article 6(1)(b), and 6(1)(f) where you ask for your company.',
      'Steps of a visit and where a request came from: to know what helps. Our interest is a site that is read, Article 6(1)(f). You can say no at any time.',
      'Limits, signs of spam, backups and the log: to keep the server and your data safe. Article 6(1)(f).',
      'Accounts of our team: to work together. Article 6(1)(b).',
    ),
    text(['Whether these are right for us, a lawyer has to say: ', fact('legalReview')]),
    text('You need not send us anything. Without a name and an address we cannot answer.'),
  ],
}

/** Whether letters leave from here. */
const sendsMail = ({ project, mailServer }: Practice) => project === null && mailServer !== null

const rights = (practice: Practice): DocumentSection => ({
  id: 'rights',
  title: 'Your rights',
  blocks: [
    text([
      'See what we have, take it along as a file, have it put right or erased, have us stop using it, or object. ',
      ...(sendsMail(practice)
        ? [
            'At ',
            link('Your data', '/your-data'),
            ' you do most of it yourself, with a link to your mailbox. Or write',
          ]
        : ['Write']),
      ' to ',
      link(mailbox, `mailto:${mailbox}`),
      '.',
    ]),
    text(['If we do not do it right, complain to the authority: ', fact('authority')]),
  ],
})

function team({ signInServices }: Practice): DocumentSection {
  const items = [
    'The desk, at /desk, keeps the sign-in, and what was typed and not sent, in the storage of the browser until it is signed out. A number for the device, and how its keys are set, stay.',
    'Accounts are by invitation of an owner alone.',
  ]
  if (signInServices.length > 0) {
    items.push(
      `Who signs in by ${joined(signInServices)} is sent there and back, with a cookie that lasts some minutes.`,
    )
  }
  return { id: 'team', title: 'For our own team', blocks: [list(...items)] }
}
