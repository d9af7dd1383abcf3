import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readScrape } from '#server/app/metrics-testing.ts'
import { anew, post, processesForTest, serving } from '#server/app/processes-testing.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'

/** One server of two processes, whose metrics are at /metrics beside the site for who has the token. */
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const test = processesForTest(site.folder)
const token = 'a-token-of-the-operator'
let server: Awaited<ReturnType<typeof test.serve>>
beforeAll(async () => {
  server = await test.serve({ METRICS_TOKEN: token })
})
afterAll(async () => {
  await server.end()
  test.remove()
  site.remove()
})

const scrape = async () =>
  readScrape(
    await (await anew(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text(),
  )

it('answers for all processes in one scrape, whichever is asked', async () => {
  for (let count = 6; count > 0; count--)
    expect((await post(server.url, { id: randomUUID() })).status).toBe(201)
  for (let asked = 3; asked > 0; asked--) {
    const scraped = await scrape()
    expect(scraped.value('backline_bookings_total')).toBe(6)
    const each = ['1', '2', 'main'].map((process) => scraped.value('backline_bookings_total', { process }))
    expect([Math.min(Number(each[0]), Number(each[1])) > 0, each[2]]).toEqual([true, 0])
    // Once, by the process that reads the database for all.
    expect(scraped.text.match(/^backline_db_up .*$/gm)).toEqual(['backline_db_up 1'])
    expect(
      scraped.value('backline_job_last_success_timestamp_seconds', { process: 'main', job: 'people' }),
    ).toBeGreaterThan(0)
    expect(scraped.text.match(/^# TYPE backline_bookings_total counter$/gm)).toHaveLength(1)
  }
})

it('begins at zero for the process that takes the place of another, and goes on for the rest', async () => {
  const [first] = serving(server)
  process.kill(Number(first), 'SIGKILL')
  await expect
    .poll(
      async () =>
        (await scrape().catch(() => null))?.value('process_start_time_seconds') !== undefined &&
        serving(server).length,
    )
    .toBe(2)
  await expect
    .poll(async () => {
      const scraped = await scrape()
      return ['1', '2']
        .map((process) => scraped.value('backline_bookings_total', { process }))
        .filter((count) => count === 0).length
    })
    .toBe(1)
})
