import { backupWords } from '#content/backup-words.ts'
import { backupFailures } from '#shared/contract/backups.ts'
import { type Fact, only, timeOf, type WordsFor } from './finding-words.ts'

const minutesOff = (fact: Fact) => {
  const seconds = Number(fact('seconds'))
  const minutes = Math.round(Math.abs(seconds) / 60)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${seconds > 0 ? 'ahead' : 'behind'}`
}

const failureOf = (fact: Fact) =>
  backupWords.failures[backupFailures.find((known) => known === fact('failure')) ?? 'other']

/** Who gets in, what is left after a bad day, and what the operator can switch. */
export const keepingWords: WordsFor<
  'second_step' | 'owners' | 'backup' | 'key' | 'rights' | 'clock' | 'rate_limit' | 'private_addresses'
> = {
  second_step: {
    title: 'Second step',
    findings: {
      good: only('Everybody who works here has a second step.'),
      missing: (fact) => ({
        says: `${fact('count')} of ${fact('people')} have no second step yet. They see nothing until they have one.`,
        mend: 'Ask them to sign in and set it up, or stop the account. People says who it is.',
      }),
      nobody: only(
        'Nobody works here yet.',
        'Open the link that the start of the server printed, or run npm run auth -- owner.',
      ),
    },
  },
  owners: {
    title: 'Owners',
    findings: {
      good: (fact) => ({ says: `${fact('count')} people can do what an owner can.` }),
      one: only(
        'There is one owner, and nobody who could help them in if they lose phone and codes.',
        'Make somebody else an owner under People, or keep your recovery codes in a safe place.',
      ),
    },
  },
  backup: {
    title: 'Backup',
    findings: {
      good: (fact) => ({
        says: `The last one holds ${timeOf(fact('at'))}. A restore proved one on ${timeOf(fact('proven'))}.`,
      }),
      unset: only(
        'There is no backup.',
        'Set BACKUP_TO to a folder on another disk or to an S3 place, and start the server anew.',
      ),
      none: only(
        'Backups are planned, and there is none yet.',
        'Run npm run backup once, and see what it says.',
      ),
      broken: (fact) => ({
        says: `The backup of ${timeOf(fact('at'))} failed. ${failureOf(fact).says}`,
        mend: failureOf(fact).mend,
      }),
      late: (fact) => ({
        says: `${backupWords.late} The last one holds ${timeOf(fact('at'))}, and there should be one every ${fact('hours')} hours.`,
        mend: backupWords.mendLate,
      }),
      old: (fact) => ({
        says: `The last backup holds ${timeOf(fact('at'))}, and no other is planned.`,
        mend: 'Set BACKUP_TO, so that the server makes one each day.',
      }),
      unproven: (fact) => ({
        says: `The last one holds ${timeOf(fact('at'))}, and no restore has proven one within half a year.`,
        mend: 'Run npm run restore -- --check and the newest file: it tries it in a database that is thrown away.',
      }),
      by_hand: (fact) => ({
        says: `The last one holds ${timeOf(fact('at'))}. It was made by hand, and no other is planned.`,
        mend: 'Set BACKUP_TO, so that the server makes one each day, unless another program does.',
      }),
    },
  },
  key: {
    title: 'Encryption key',
    findings: {
      apart: only('The key that seals secrets does not lie with the database.'),
      beside: only(
        'The key that seals secrets lies in DATA_DIR, beside the database: who copies the folder has both.',
        'Keep a copy of encryption.key apart from backups. To have it elsewhere altogether, set ENCRYPTION_KEY to what it holds.',
      ),
    },
  },
  rights: {
    title: 'Rights at the database',
    findings: {
      good: (fact) => ({ says: `Requests are served as ${fact('login')}, who owns nothing.` }),
      owner: (fact) => ({
        says: `Requests are served as ${fact('login')}, who owns the tables: no policy of the database binds that user.`,
        mend: 'Make a second user, and name the owner in MIGRATION_URL. The README says how under Two users of the database.',
      }),
      superuser: (fact) => ({
        says: `Requests are served as ${fact('login')}, who may do anything in the database.`,
        mend: 'Make a user of its own for this server. The README says how under Two users of the database.',
      }),
    },
  },
  clock: {
    title: 'Clocks',
    findings: {
      good: only('Server, database and this browser have the same time.'),
      server: (fact) => ({
        says: `The server is ${minutesOff(fact)} of the database. Nothing is removed by age meanwhile.`,
        mend: 'Let both machines take their time from the network (timedatectl set-ntp true).',
      }),
      browser: (fact) => ({
        says: `The clock of this computer is ${minutesOff(fact)}.`,
        mend: 'Let it take its time from the network: codes of the second step depend on it.',
      }),
    },
  },
  rate_limit: {
    title: 'Limits',
    findings: {
      good: only('Whoever asks too often is refused.'),
      off: only(
        'Nobody is refused, however often they ask: passwords can be tried and forms flooded.',
        'Take away RATE_LIMIT=off, which is for measuring, and start the server anew.',
      ),
    },
  },
  private_addresses: {
    title: 'Webhooks and calendars',
    findings: {
      good: only('Webhooks and calendars lead to the internet alone, and encrypted.'),
      on: only(
        'Webhooks or calendars may lead into this server’s own network, and without encryption.',
        'Take away WEBHOOK_PRIVATE_ADDRESSES=on and CALENDAR_PRIVATE_ADDRESSES=on, unless something in that network needs them.',
      ),
    },
  },
}
