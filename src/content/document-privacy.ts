import { brand } from './brand.ts'
import { browserStorageEntries } from './browser-storage.ts'
import { counting } from './counting.ts'
import { type DataHandling, daysInWords } from './data-handling.ts'
import { type DocumentSection, fact, link, list, type RichText, type SiteDocument, text } from './document-parts.ts'
import { retentionDays, storedData } from './stored-data.ts'

/** The day on which the wording last changed. Changes to settings do not count. */
const privacyChanged = '2026-11-30'

/** The privacy notice, generated from the settings so that it describes what this server does. */
export const privacyNotice = (practice: DataHandling): SiteDocument => ({
  title: 'Privacy notice',
  description:
    'The data this site keeps about visitors, how long we keep it, who receives it, and how to see or erase it.',
  lede: 'You can read the whole site and download every pack without telling us who you are. We set no cookies for visitors, show no ads, and load nothing from other companies.',
  changed: privacyChanged,
  sections: [
    who,
    inShort,
    retention(practice),
    recipients(practice),
    browser(),
    network(practice),
    reasons,
    rights(practice),
    team(practice),
  ],
})

const who: DocumentSection = {
  id: 'who',
  title: 'Responsible company',
  blocks: [
    {
      type: 'facts',
      rows: [
        { label: 'Company', value: [fact('name'), ', ', fact('address')] },
        { label: 'Data protection contact', value: [fact('privacyContact')] },
      ],
    },
    text(['More about us is in the ', link('imprint', '/imprint'), '.']),
  ],
}

const inShort: DocumentSection = {
  id: 'short',
  title: 'In short',
  blocks: [
    list(
      'If you request a call or write to us, we keep what you typed so that we can answer you.',
      'If you only look around, we count what you view, without your name. You can opt out at the foot of every page.',
      'If you ask us, we will show you your data, send it to you as a file, or erase it.',
      'We do not sell your data, and we do not make automated decisions about you.',
    ),
  ],
}

function retention(practice: DataHandling): DocumentSection {
  const rows = Object.values(storedData(practice)).map(({ what, holds, time }) => [what, holds, time])
  return {
    id: 'retention',
    title: 'Data we keep, and for how long',
    blocks: [
      ...(practice.project === null
        ? []
        : [
            text(
              `The data you send and our counts are kept in a database at ${practice.project}. The settings of the database determine how long we keep the data.`,
            ),
          ]),
      { type: 'table', caption: 'Kept in our database', head: ['What', 'Contents', 'How long'], rows },
      text(backupWords(practice)),
      text(
        'Erased data is gone for good within hours. If a clock is wrong or a backup has been restored, the server deletes nothing until one of us has confirmed the date.',
      ),
    ],
  }
}

function backupWords({ backups, project }: DataHandling): RichText {
  if (backups === null) {
    return [
      project === null
        ? 'This server makes no automatic backups. Backups made in other ways: '
        : 'Backups of that database: ',
      fact('backups'),
    ]
  }
  const { store } = backups
  return (
    `We back up everything every day and keep the last ${retentionDays.backups} backups. Erased data is gone from the backups ` +
    `about ${daysInWords(retentionDays.backups)} later. ` +
    (store === null ? 'The backups are stored on our own machine.' : `The backups are stored at ${store}.`)
  )
}

const joined = (names: readonly string[]) => names.join(', ')

function recipients({ project, mailServer, webhooks, calendars, hasFeeds, hasMetrics }: DataHandling): DocumentSection {
  const items: RichText[] = [
    'Our team: members with a role in our desk, each with their own account and two-step verification. The audit log records who reads a request.',
    ['The company that runs our server: ', fact('hosting'), '.'],
  ]
  if (project !== null) items.push(`The company that runs the database at ${project}.`)
  if (project === null) {
    items.push(
      mailServer === null
        ? 'No email service: this server sends no emails at present.'
        : [
            `The email service that delivers our emails, at ${mailServer}: `,
            fact('mailService'),
            '. It receives your address and the text of the email.',
          ],
      webhooks.length === 0
        ? 'No other systems: nothing is passed on by webhook.'
        : `Our other systems receive each request and message, including what you typed, at: ${joined(webhooks)}.`,
    )
  }
  if (calendars.length > 0) {
    items.push(`Our server reads our team’s calendars at: ${joined(calendars)}. It sends none of your data there.`)
  }
  if (project === null && (mailServer !== null || hasFeeds)) {
    const ways = [mailServer !== null && 'by email', hasFeeds && 'through a secret link'].filter(Boolean).join(' and ')
    items.push(
      `The calendar of the team member who takes your call. It receives these details ${ways}: the time, and your name, company, phone number and email address.`,
    )
  }
  if (hasMetrics) items.push('The service that monitors our server. It receives only counts.')
  return {
    id: 'recipients',
    title: 'Recipients',
    blocks: [list(...items), text(['Outside the EU: ', fact('transfers')])],
  }
}

const browser = (): DocumentSection => ({
  id: 'browser',
  title: 'In your browser',
  blocks: [
    text(
      'No cookies and no device fingerprinting. The site saves these entries in your browser’s storage; we read them only on these pages.',
    ),
    {
      type: 'table',
      caption: 'Entries in your browser’s storage',
      head: ['Name', 'Contents', 'Until'],
      rows: browserStorageEntries.map(({ key, holds, until }) => [key, holds, until]),
    },
    text(
      `To opt out of counting, press “${counting.no}” at the foot of any page, or turn on Global Privacy Control or Do Not Track in your browser. Without JavaScript, nothing is counted.`,
    ),
  ],
})

const network = (practice: DataHandling): DocumentSection => ({
  id: 'network',
  title: 'Your IP address',
  blocks: [
    text(
      'Your browser sends its network address (IP address) to every server from which it requests a page. Our server keeps it in memory to count the requests from each address, and forgets it when the counting period ends. It is not in our log and is not stored with what you send.',
    ),
    text(['Systems in front of that server may keep their own logs: ', fact('accessLogs')]),
    ...(practice.project === null
      ? []
      : [text(`Forms and counts are sent directly to ${practice.project}, which also receives your IP address.`)]),
  ],
})

const reasons: DocumentSection = {
  id: 'reasons',
  title: 'Legal basis',
  blocks: [
    text('Under the General Data Protection Regulation (GDPR) of the EU:'),
    list(
      'Requests, messages, emails and notes: to answer you and to prepare what you asked for. Article 6(1)(b), and 6(1)(f) if you ask on behalf of your company.',
      'Visit events and the source of a request: to learn what helps visitors. Our interest is a site that people read (Article 6(1)(f)). You can opt out at any time.',
      'Rate limits, signs of spam, backups and the audit log: to keep the server and your data safe. Article 6(1)(f).',
      'Our team’s accounts: to work together. Article 6(1)(b).',
    ),
    text(['A lawyer must confirm that these legal bases apply to us: ', fact('legalReview')]),
    text('You do not have to send us anything. We cannot answer without a name and an email address.'),
  ],
}

/** True if this server sends emails. */
const sendsMail = ({ project, mailServer }: DataHandling) => project === null && mailServer !== null

const rights = (practice: DataHandling): DocumentSection => ({
  id: 'rights',
  title: 'Your rights',
  blocks: [
    text([
      'You can see what we have, download it as a file, have it corrected or erased, have us stop using it, or object. ',
      ...(sendsMail(practice)
        ? [
            'At ',
            link('Your data', '/your-data'),
            ' you can do most of this yourself, with a link that we send to your mailbox. Or write',
          ]
        : ['Write']),
      ' to ',
      link(brand.email, `mailto:${brand.email}`),
      '.',
    ]),
    text(['If you are not satisfied, you can complain to the authority: ', fact('authority')]),
  ],
})

function team({ project, signInServices }: DataHandling): DocumentSection {
  const items = [
    'The desk, at /desk, keeps the session and unsent text in the browser’s storage until you sign out. A device ID and the keyboard shortcut setting remain after that.',
    'You need an invitation from an owner to create an account.',
  ]
  if (project === null) items.push('An owner’s link to a preview of the site sets a cookie that lasts a day.')
  if (signInServices.length > 0) {
    items.push(
      `Signing in with ${joined(signInServices)} redirects you there and back, and sets a cookie that lasts a few minutes.`,
    )
  }
  return { id: 'team', title: 'For our team', blocks: [list(...items)] }
}
