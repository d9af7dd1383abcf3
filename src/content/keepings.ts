import { idleHours, sessionHours } from '#shared/contract/auth.ts'
import { daysInWords, type Practice } from './practice.ts'

/** Times that no setting changes. A test compares them with the database's functions and the server's own. */
export const fixedDays = { settledLetters: 90, devices: 180, usedLinks: 30, backups: 14 } as const

/** One kind of what is kept: what it holds, and how long that stays. */
export interface Keeping {
  readonly what: string
  readonly holds: string
  readonly time: string
}

/** How long what people sent stays. */
function untilErased({ peopleDays, project }: Practice, from: string): string {
  if (project !== null) return 'Until you ask us to erase it, or we do.'
  if (peopleDays === null) return 'Until you ask us to erase it, or we do. Nothing of it goes by itself.'
  return `${daysInWords(peopleDays)} from ${from}, then it is erased by itself; sooner if you ask.`
}

const signInTime =
  `A sign-in ends ${daysInWords(sessionHours / 24)} after it began or ${idleHours} hours after it was last used, and is erased a ` +
  `day later. Devices: ${daysInWords(fixedDays.devices)} after the last sign-in.`

/**
 * Everything that may be about a person, by the names under which the privacy notice lists it. Which column of the
 * database belongs where stands in `src/server/features/documents/kept-columns.ts`.
 */
export const keepings = (practice: Practice) =>
  ({
    requests: {
      what: 'A request for a call',
      holds:
        'Your name, email address, company and telephone number, the time you asked for, your time zone, how you write times and dates, team size, ' +
        'challenge and message. Then what became of it: its state, the time of the call, changes that you asked for, and ' +
        'who of us has it; after a call what came of it, its value to us and our next step. A time that you chose is held until we answer, and a time that we offer you until the next work day.',
      time: untilErased(practice, 'the day of the request or of the call, whichever is later'),
    },
    messages: {
      what: 'A message',
      holds:
        'Your name, email address and company, what it is about, what you wrote, its state, and who of us has it.',
      time: untilErased(practice, 'the day it came'),
    },
    origins: {
      what: 'Where a request or message came from',
      holds:
        'The number of the visit, its first page, the site before it, the campaign, and which views and packs it saw. ' +
        'Against spam: how many seconds the form took, whether a person or a program filled it in, and a field that people ' +
        'do not see. None of it where you said no to counting, but for the signs of spam.',
      time: 'As long as the request or the message.',
    },
    notes: {
      what: 'Answers and notes of our team',
      holds: 'What one of us answered you from our own program, or wrote down about your request or message.',
      time: 'As long as the request or the message.',
    },
    letters: {
      what: 'Letters and notices',
      holds:
        'Which letter about your request or message left when, and whether it arrived. Also what we sent to our own team ' +
        'and to our other programs.',
      time:
        'Letters to you: as long as the request or the message. The others: ' +
        `${daysInWords(fixedDays.settledLetters)} after they left.`,
    },
    links: {
      what: 'A link to your data',
      holds:
        'The address that asked for one, sealed until the letter leaves; then the address, and a hash of the link. An address ' +
        'that we have nothing under goes when the letter would have left.',
      time:
        'An hour after the letter left, and gone an hour later. Of a link with which everything was erased the hash stays ' +
        `for ${daysInWords(fixedDays.usedLinks)}, so that it can say so.`,
    },
    steps: {
      what: 'Steps of a visit',
      holds:
        'Which view you looked at, for how long, what you pressed, searched for on this site and downloaded, how fast the ' +
        'page was, and errors. With it a number for the visit, the page and campaign, the name of the site before, what your ' +
        'browser calls itself, and a number by which one browser is told from others on one day. No name, no address on ' +
        'the network, nothing that you type into a form.',
      time:
        practice.project === null
          ? `${daysInWords(practice.interactionDays)}. What stays are counts of each day, with nobody in them.`
          : 'As long as the owner of that database keeps them.',
    },
    limits: {
      what: 'Guards against floods and guessing',
      holds:
        'How often one network address, one mailbox or one account asked for something. The address itself stays in the ' +
        'memory of the server; what is written down is a hash made with a secret.',
      time: 'At most a day. The secret for the addresses of visitors is new each day, and the old one is thrown away.',
    },
    accounts: {
      what: 'Accounts of our team',
      holds:
        'Name, email address, role, working hours, where calls take place, and what they sign in with: a hash of the ' +
        'password, second steps and passkeys, recovery codes, accounts of other services.',
      time: 'As long as the account; an owner takes it away.',
    },
    signIns: {
      what: 'Sign-ins of our team',
      holds:
        'When somebody signed in, by what program and from which device, and the links and codes they asked for.',
      time: signInTime,
    },
    calendars: {
      what: 'Calendars of our team',
      holds: 'When somebody of us is busy elsewhere, and how to read that calendar, sealed.',
      time: 'Until they remove the calendar, or their account is removed. Each reading replaces the one before; none is made while they take no calls.',
    },
    log: {
      what: 'The log of our team',
      holds:
        'Who of us did what and when, such as reading, exporting or erasing; numbers and states, no name and no address of ' +
        'anybody.',
      time: 'For good: nobody at the desk can change or remove it.',
    },
  }) as const satisfies Record<string, Keeping>

export type KeepingId = keyof ReturnType<typeof keepings>
