import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bookingProbe } from './booking-probe.ts'
import { key, startServer } from './contestants.ts'
import { ask, embeddedAddress } from './databases.ts'
import { fillBookings } from './desk-rows.ts'
import { residentMegabytes } from './resident.ts'
import { quantile, spread, verdict, whole } from './statistics.ts'

/** Milliseconds at p99 that a booking may take while a backup is written. */
const goal = 200

/** The seconds, size and memory of a backup beside a server that takes bookings, and of its restore. */
export async function printBackups(folder: string, isBrief: boolean): Promise<void> {
  const [bookings, events] = isBrief ? [1000, 10_000] : [100_000, 1_000_000]
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const server = startServer({ DATA_DIR: dataDir })
  const file = join(folder, 'backup.zip')
  try {
    await server.start()
    const address = embeddedAddress(dataDir)
    await fillBookings(address, bookings, '00000000-0000-4000-8000-000000000001')
    await fillEvents(address, events)
    const calm = bookingProbe(server.url, key, address, 50)
    await new Promise((done) => setTimeout(done, isBrief ? 1000 : 10_000))
    console.log(`backup        bookings before   ${spread(await calm.stop())}`)
    const probe = bookingProbe(server.url, key, address, 50)
    const written = await run('backup', file, dataDir)
    const waits = await probe.stop()
    const megabytes = statSync(file).size / 1e6
    console.log(
      `              written   ${written.seconds.toFixed(1)} s, ${whole(megabytes)} MB, ${whole(written.memory)} MB of memory\n` +
        `              bookings meanwhile ${spread(waits)} (goal p99 ${goal}) ${verdict(quantile(waits, 0.99) < goal)}`,
    )
  } finally {
    await server.stop()
  }
  const restored = await run('restore', file, join(folder, 'restored'))
  console.log(
    `              restored  ${restored.seconds.toFixed(1)} s, ${whole(restored.memory)} MB of memory, counts and checksums equal`,
  )
}

/** Over the last four months, as pages send them. */
async function fillEvents(address: string, count: number): Promise<void> {
  await ask(
    address,
    `do $$ begin
       for ahead in -4..0 loop
         perform private.make_interaction_month((date_trunc('month', now() at time zone 'UTC') + ahead * interval '1 month')::date);
       end loop;
       insert into public.user_interactions (id, created_at, session_id, event_type, event_data, page_url, user_agent, referrer)
       select gen_random_uuid(), now() - random() * interval '110 days', md5((n / 8)::text)::uuid,
         (array['page_view', 'button_click', 'navigation', 'engagement'])[1 + n % 4],
         jsonb_build_object('view', (array['home', 'services', 'pricing'])[1 + n % 3], 'depth', n % 100),
         'https://backline.example/?view=services', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0', 'https://news.example/'
       from generate_series(1, ${count}) n;
     end $$`,
  )
  await ask(address, 'vacuum analyze public.user_interactions')
}

/** Runs one of the program's commands in a process of its own. */
async function run(command: 'backup' | 'restore', file: string, dataDir: string) {
  const start = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.js', command, file], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', BACKUP_PASSPHRASE: 'correct horse battery' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let memory = 0
  const sampling = setInterval(() => {
    // A process that has ended has no memory any more.
    memory = Math.max(memory, residentMegabytes(child.pid ?? 0) || 0)
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(sampling)
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  return { seconds: (performance.now() - start) / 1000, memory }
}
