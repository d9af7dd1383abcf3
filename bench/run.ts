/**
 * `npm run bench` runs all parts except the slow ones and prints ratios. `npm run bench -- events` runs only the part
 * `events`. `--brief` only checks that the parts run; with this option, the numbers mean nothing.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printDeskList, printInsights } from './desk-reads.ts'
import { printKills } from './kills.ts'
import { printPage } from './page.ts'
import { printBookings, printEvents } from './rates.ts'
import { printSoak } from './soak.ts'
import { printTimingLeaks } from './strangers.ts'

const parts = {
  page: printPage,
  strangers: printTimingLeaks,
  events: printEvents,
  bookings: printBookings,
  insights: printInsights,
  'desk-list': printDeskList,
  kills: printKills,
  soak: printSoak,
}

/** Slow parts, which run only if they are named. */
const slow = ['kills', 'soak']

const named = process.argv.slice(2).filter((word) => word !== '--brief')
const isBrief = process.argv.includes('--brief')
const unknown = named.find((word) => !(word in parts))
if (unknown) {
  console.error(`Unknown part '${unknown}'. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

// Exit handlers stop the servers. By default, a signal would end this process without calling the handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

for (const [name, print] of Object.entries(parts)) {
  if (named.length > 0 ? !named.includes(name) : slow.includes(name)) continue
  const folder = await mkdtemp(join(tmpdir(), 'backline-bench-'))
  // If this process runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
  try {
    await print(folder, isBrief)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
