import { sessionHours, sessionIdleHours } from '#shared/contract/auth.ts'
import { type DataHandling, daysInWords } from './data-handling.ts'

/**
 * Retention times, in days, that do not depend on settings. A test compares these times with the database and the
 * server.
 */
export const retentionDays = { settledLetters: 90, devices: 180, usedLinks: 30, backups: 14 } as const

/** One kind of stored data: what it contains, and how long it is kept. */
export interface StoredDataKind {
  readonly what: string
  readonly holds: string
  readonly time: string
}

/** The retention time for requests and messages. */
function untilErased({ peopleDays, project }: DataHandling, from: string): string {
  if (project !== null) return 'Until we erase it, at your request or on our own initiative.'
  if (peopleDays === null)
    return 'Until we erase it, at your request or on our own initiative. It is never erased automatically.'
  return `${daysInWords(peopleDays)} from ${from}, then it is erased automatically; sooner if you ask.`
}

const signInTime =
  `A session ends ${daysInWords(sessionHours / 24)} after it began or ${sessionIdleHours} hours after it was last used, and is erased a ` +
  `day later. Devices: ${daysInWords(retentionDays.devices)} after the last sign-in.`

/**
 * All personal data, as the privacy notice lists it. `src/server/features/documents/kept-columns.ts` assigns each
 * database column to one of these kinds.
 */
export const storedData = (practice: DataHandling) =>
  ({
    requests: {
      what: 'A request for a call',
      holds:
        'Your name, email address, company and phone number, the time you requested, your time zone, your time and date format, team size, ' +
        'challenge and message. Also how we handled it: its status, the time of the call, changes that you requested, and ' +
        'who on our team is responsible for it; after a call its outcome, its value to us and our next step. A time that you chose is held until we answer, and a time that we offer you until the next working day.',
      time: untilErased(practice, 'the day of the request or of the call, whichever is later'),
    },
    messages: {
      what: 'A message',
      holds:
        'Your name, email address and company; the message, its topic and its status; and who on our team is responsible for it.',
      time: untilErased(practice, 'the day we received it'),
    },
    origins: {
      what: 'Source of a request or message',
      holds:
        'An ID for the visit, its first page, the site you came from, the campaign, and the views and packs you looked at. ' +
        'To detect spam: the seconds it took to fill in the form, who filled it in (a person or a program), and a field that people ' +
        'do not see. If you opted out of counting, we store none of this except the signs of spam.',
      time: 'As long as the request or the message is kept.',
    },
    notes: {
      what: 'Our team’s replies and notes',
      holds: 'Replies sent to you from our desk, and notes about your request or message.',
      time: 'As long as the request or the message is kept.',
    },
    emails: {
      what: 'Emails from you',
      holds: 'The emails you write to us about a request or message: sender, subject, text and attached files.',
      time: 'As long as the request or the message is kept. Our mailbox may keep the emails longer.',
    },
    letters: {
      what: 'Emails and notifications',
      holds:
        'The emails we sent about your request or message, when we sent them, and whether they were delivered. Also what we sent to ' +
        'our own team and to our other systems.',
      time:
        'Emails to you: as long as the request or the message is kept. The others: ' +
        `${daysInWords(retentionDays.settledLetters)} after they were sent.`,
    },
    links: {
      what: 'A link to your data',
      holds:
        'The address that you entered, encrypted until the email is sent; then the address and a hash of the link. If we have ' +
        'nothing under the address, it is erased when the email would have been sent.',
      time:
        'The link works for an hour after the email is sent, and is erased an hour later. If it was used to erase everything, ' +
        `its hash stays for ${daysInWords(retentionDays.usedLinks)}, so that the link can say so.`,
    },
    steps: {
      what: 'Visit events',
      holds:
        'Which view you looked at and for how long; what you clicked, searched for on this site and downloaded; how fast ' +
        'the page was; and errors. Also an ID for the visit, the page and campaign, the name of the site you came from, the ' +
        'name that your browser sends, and an ID that tells one browser from others on a single day. No name, no IP ' +
        'address, nothing that you type into a form.',
      time:
        practice.project === null
          ? `${daysInWords(practice.interactionDays)}. After that, only daily counts remain, which identify nobody.`
          : 'As long as the owner of the database keeps them.',
    },
    limits: {
      what: 'Protection against request floods and guessed passwords or codes',
      holds:
        'How often one IP address, mailbox or account made a request. The address itself stays in the ' +
        'memory of the server; only a hash made with a secret is stored.',
      time: 'At most a day. The secret used to hash visitors’ IP addresses is replaced each day, and the old one is discarded.',
    },
    accounts: {
      what: 'Our team’s accounts',
      holds:
        'Name, email address, role, working hours, place of calls, and sign-in methods: a hash of the ' +
        'password, authenticator apps, passkeys, recovery codes and accounts with other services.',
      time: 'As long as the account exists; an owner can remove it.',
    },
    signIns: {
      what: 'Our team’s sign-ins',
      holds: 'The time, browser and device of each sign-in, and the links and codes that the member requested.',
      time: signInTime,
    },
    calendars: {
      what: 'Our team’s calendars',
      holds:
        'The times when a member of our team is busy elsewhere, and the encrypted address and password of the calendar that shows these times.',
      time: 'Until they remove the calendar, or their account is removed. Each reading replaces the one before; the calendar is not read while they take no calls.',
    },
    log: {
      what: 'Our audit log',
      holds:
        'Who on our team did what and when, such as reading, exporting or erasing; numbers and statuses, no names or addresses of ' +
        'visitors or members.',
      time: 'Permanently: nobody in the desk can change or remove it.',
    },
  }) as const satisfies Record<string, StoredDataKind>

export type StoredDataId = keyof ReturnType<typeof storedData>
