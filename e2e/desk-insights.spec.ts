import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import pg from 'pg'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { mark } from './inbox.ts'
import { waitForHydration } from './site.ts'

const dayMs = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

interface Visit {
  day: string
  /** Identifies one visitor's browser. */
  browser: number
  page: string
  referrer?: string
  isBot?: boolean
  /** The last step that the visitor reached in the form. */
  got?: 'opened' | 'sent'
  /** An error that the browser reported. */
  fault?: object
}

/** Inserts visits and bookings at given times with triggers disabled, and aggregates them as the hourly job does. */
async function storeVisits(folder: string, visits: readonly Visit[], bookings: readonly object[]) {
  const client = new pg.Client({
    host: join(folder, 'data', 'postgres'),
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("set local session_replication_role = 'replica'")
    for (const visit of visits) {
      for (const row of rowsOf(visit)) await client.query(...insertion('user_interactions', row))
    }
    for (const change of bookings) {
      await client.query(...insertion('strategy_call_bookings', booking({ monthly_revenue: null, ...change })))
    }
    await client.query('commit')
    await client.query('select private.maintain_interactions(now(), 365)')
  } finally {
    await client.end()
  }
}

function rowsOf({ day, browser, page, referrer, isBot = false, got, fault }: Visit): Record<string, unknown>[] {
  const session = randomUUID()
  const row = (minute: number, event_type: string, event_data: object) => ({
    session_id: session,
    created_at: `${day}T10:0${minute}:00Z`,
    event_type,
    event_data,
    page_url: page,
    referrer: referrer ?? null,
    is_bot: isBot,
    visitor_key: browser,
  })
  const view = new URL(page).searchParams.get('view') ?? 'home'
  return [
    row(0, 'page_view', { view, title: 'A page' }),
    ...(got ? [row(1, 'modal_open', { modal: 'booking', opener: 'hero' })] : []),
    ...(got === 'sent' ? [row(2, 'form_submit', { form: 'booking', outcome: 'stored' })] : []),
    ...(fault ? [row(4, 'error', fault)] : []),
  ]
}

const site = 'https://site.example/'
/** A range of days that no other test uses. */
const [from, to] = [daysAgo(16), daysAgo(10)]
const busy = daysAgo(12)

const fault = {
  code: 'crashed',
  place: 'contact',
  cause: 'TypeError contact-AbC123.js:1:2345',
  release: 'k3Xw9aQe',
}
const google = { day: busy, page: site, referrer: 'https://www.google.com/search' }
const letter = { day: daysAgo(11), page: `${site}?view=services&utm_source=newsletter&utm_campaign=spring` }
const visits = [
  { ...google, browser: 1, got: 'sent' as const },
  { ...google, browser: 1, got: 'opened' as const },
  { ...google, browser: 2 },
  { ...google, browser: 3 },
  { ...google, browser: 4, fault },
  { ...letter, browser: 5, got: 'sent' as const },
  { ...letter, browser: 6, fault },
  { ...letter, browser: 7, fault: { ...fault, cause: undefined, code: 'uncaught', release: undefined } },
  { day: busy, page: site, browser: 8, isBot: true },
  // The data starts before the comparison period starts.
  { day: daysAgo(40), page: site, browser: 1 },
  ...[1, 2, 3, 4].map((browser) => ({ day: daysAgo(20), page: site, browser })),
]
const at = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00Z`
const bookings = [
  {
    created_at: at(busy, 10),
    status: 'completed',
    answered_at: at(busy, 12),
    source: 'google.com',
    first_view: 'home',
  },
  {
    created_at: at(letter.day, 10),
    status: 'new',
    source: 'newsletter',
    campaign: 'spring',
    first_view: 'services',
  },
  { created_at: at(busy, 9), status: 'cancelled', answered_at: at(letter.day, 15), source: 'site' },
]

const section = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
const row = (table: Locator, name: string | RegExp) =>
  table.getByRole('row').filter({ has: table.page().getByRole('rowheader', { name }) })
const cells = (table: Locator, name: string | RegExp) => row(table, name).getByRole('cell')
/** A key figure: a number and the change since the comparison period. */
const figure = (page: Page, name: string) =>
  section(page, 'How many people visited')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })

test.beforeAll(async ({ folder, server: _started }) => {
  await storeVisits(folder, visits, bookings)
})

test('shows the correct figures in charts and tables for a known set of rows', async ({ page, at, vera }) => {
  await openDesk(page, at.url, vera, `/insights?from=${from}&to=${to}`)
  await expect(figure(page, 'Visits')).toHaveText('Visits8+100% 4 more than before')
  await expect(figure(page, 'Messages')).toHaveText('Messages0none in either period')

  const funnel = section(page, 'How far do visitors get?')
  await expect(funnel.getByRole('listitem')).toHaveText([
    'Visits8',
    'Opened the booking dialog338%',
    'Submitted the form267%',
    'Bookings stored3150%',
    'Calls confirmed133%',
    'Calls completed1100%',
  ])

  const origins = ['Visits', 'Opened', 'Submitted', 'Bookings', 'Confirmed', 'Completed', 'Conversion']
  const sources = section(page, 'Where do bookings come from?')
  await expect(sources.getByRole('columnheader')).toHaveText(['Source', ...origins])
  await expect(cells(sources, 'google.com')).toHaveText(['5', '2', '1', '1', '1', '1', '20.0%'])
  const answers = section(page, 'Do we answer in time?')
  await expect(answers).toContainText('Answered in time: 1 of 3 bookings and messages. Late or still waiting: 2.')

  const faults = section(page, 'What errors do visitors see?')
  await expect(faults).toContainText('3 visits had an error: 38% of all visits.')
  const fell = row(faults, 'Part of the page crashed · Contact')
  await expect(fell.getByRole('rowheader')).toContainText(`${fault.cause} · release ${fault.release}`)
  await expect(fell.getByRole('cell')).toHaveText(['2', '2', /10:04\sAM$/, /10:04\sAM$/])
})

test('lets a member move through a chart by keyboard, show the chart as a table, and save a report as a file', async ({
  page,
  at,
  ben,
}) => {
  await openDesk(page, at.url, ben, `/insights?from=${from}&to=${to}`)
  const days = page.getByRole('slider', { name: 'Days' })
  await expect(days).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(days).toBeFocused()
  await page.keyboard.press('Home')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
  await expect(days).toHaveAttribute('aria-valuenow', '5')
  await expect(days).toHaveAttribute(
    'aria-valuetext',
    /^\w+,\s\w+\s\d+: Visitors 4, Visits 5, Bookings 2, Visitors, previous period 0$/,
  )
  const chart = section(page, 'When did visitors come?')
  await expect(chart.getByText('Visits', { exact: true }).locator('..')).toHaveText('Visits5')
  await chart.getByRole('button', { name: 'Show as table' }).press('Enter')
  await expect(chart.getByRole('row')).toHaveCount(8)
  await expect(chart.getByRole('row').nth(5).getByRole('cell')).toHaveText(['4', '5', '5', '2', '0', '0'])

  const sources = section(page, 'Where do bookings come from?')
  await sources.getByRole('button', { name: 'Visits' }).press('Enter')
  await expect(sources.getByRole('columnheader', { name: 'Visits' })).toHaveAttribute('aria-sort', 'descending')
  await expect(sources.getByRole('rowheader')).toHaveText(['google.com', 'newsletter', 'Unknown'])
  await looksRight(page)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Sources, campaigns and first pages as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`insights_origins-${from}-to-${to}.csv`)
  const status = section(page, 'Export the figures').getByRole('status')
  await expect(status).toContainText('Saved: 7 rows')
  expect(await readFile(await file.path(), 'utf8')).toContain('source,google.com,5,2,1,1,1,1')
})

test('updates the insights when the date range or audience changes, and keeps the old figures if a refresh fails', async ({
  page,
  at,
  anna,
  faults,
}) => {
  await page.clock.install()
  await openDesk(page, at.url, anna, '/insights')
  await expect(page.getByRole('button', { name: 'Last 28 days' })).toHaveAttribute('aria-pressed', 'true')
  const show = async (first: string, last?: string) => {
    await page.getByLabel('From').fill(first)
    if (last) await page.getByLabel('to', { exact: true }).fill(last)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
  }
  await show(busy, busy)
  await expect(figure(page, 'Visits')).toContainText('Visits5')
  await page.getByRole('button', { name: 'Bots' }).click()
  await expect(figure(page, 'Visits')).toContainText('Visits1')
  await expect(page).toHaveURL(/visitor=bot/)
  await page.getByRole('button', { name: 'All' }).click()
  await expect(figure(page, 'Visits')).toContainText('Visits6')

  // If a refresh fails, the old figures remain visible, with a message. If figures were never loaded, an error is shown
  // instead.
  faults.expect(/rpc\/insights/)
  // Requests fail until the test clicks the button, because a successful automatic refresh would remove the button.
  const isPressed = async () => (await page.locator('html[data-pressed]').count()) > 0
  await page.route('**/rpc/insights', async (route) => ((await isPressed()) ? route.fallback() : route.abort()))
  const shows = (words: string) =>
    expect
      .poll(async () => {
        // Looks for the text before triggering another refresh, because each new refresh hides the text until the
        // refresh fails.
        const count = await page.getByText(words).count()
        if (count === 0) await page.clock.fastForward(61_000)
        return count
      })
      .toBeGreaterThan(0)
  await shows('Showing figures from')
  await expect(figure(page, 'Visits')).toContainText('Visits6')
  await page.getByRole('button', { name: 'Last 28 days' }).click()
  await shows('could not be loaded')
  await page.evaluate(() =>
    document.addEventListener('click', () => document.documentElement.toggleAttribute('data-pressed', true), true),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(figure(page, 'Visits')).toBeVisible()
})

test('updates the number of live visitors automatically', async ({ page, browser, at, vera }) => {
  // Ten sources are shown; sources with the same number of visits are sorted by name.
  const word = `aa${mark()}`
  await page.clock.install()
  await openDesk(page, at.url, vera, `/insights?from=${daysAgo(1)}&to=${daysAgo(0)}`)
  const live = section(page, 'Who is here now?')
  await expect(live.getByText('in the last 30 minutes')).toBeVisible()
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
  const other = await browser.newContext({ userAgent })
  const visitor = await other.newPage()
  await visitor.clock.install()
  const told = visitor.waitForResponse(/user_interactions/)
  await visitor.goto(`${at.url}/?view=services&utm_source=${word}`)
  await waitForHydration(visitor)
  // Pages send their events every four seconds.
  await visitor.clock.fastForward(5000)
  await told
  await other.close()
  await expect
    .poll(async () => {
      await page.clock.fastForward(10_000)
      return live.getByRole('listitem').allInnerTexts()
    })
    .toContainEqual(expect.stringMatching(new RegExp(`^${word}\\s*1$`)))
})
