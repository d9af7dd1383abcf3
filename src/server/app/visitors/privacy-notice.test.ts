import { afterAll, describe, expect, it } from 'vitest'
import { formWords } from '#content/form-field.ts'
import { retentionDays, type StoredDataId, storedData } from '#content/stored-data.ts'
import { readConfig } from '#server/app/config/config.ts'
import { backupSchedule } from '#server/app/config/config-backup.ts'
import { practiceOf } from '#server/app/feature-settings.ts'
import { appForTest } from '#server/app/testing.ts'
import { keptColumns } from '#server/features/documents/kept-columns.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

type Running = Awaited<ReturnType<typeof appForTest>>

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** Returns the notice for these settings as plain text, and the retention table as rows. */
async function noticeOf({ app }: Running) {
  const { statusCode, body } = await app.inject('/privacy')
  expect(statusCode).toBe(200)
  const rows = [...body.matchAll(/<tr><th scope="row">(.*?)<\/th><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)<\/td><\/tr>/g)]
  return {
    words: plain(body),
    times: new Map(rows.map(([, what = '', , time = '']) => [plain(what), plain(time)])),
  }
}

/**
 * A server with an operator's settings. The server's clock advances a minute per reading, so that nothing is cached.
 */
async function serverWith(environment: Record<string, string>) {
  const config = readConfig({ DATA_DIR: 'no-such-folder', ...environment })
  let now = Date.now()
  const clock = () => (now += 60_000)
  return appForTest('http://127.0.0.1:3000', { practice: practiceOf(config), clock })
}

/** A server with the default settings. */
const usual = await serverWith({})
afterAll(() => usual.close())

const test = await testDatabase()

describe('personal data in the database', () => {
  afterAll(() => test.close())

  it('is fully accounted for: each column is either covered by the privacy notice or listed with a reason for its omission', async () => {
    const columns = await test.asOwner<{ place: string; name: string }>(
      `select distinct c.table_schema || '.' || regexp_replace(c.table_name, '^(user_interactions)_(other|\\d{4}_\\d{2})$', '\\1')
         as place, c.column_name as name
       from information_schema.columns c where c.table_schema in ('auth', 'public', 'private') order by 1, 2`,
    )
    expect(columns.length).toBeGreaterThan(300)
    const there = columns.map(({ place, name }) => `${place}.${name}`)
    const listed = Object.entries(keptColumns).flatMap(([table, parts]) =>
      parts.flatMap(([names]) => names.split(' ').map((name) => `${table}.${name}`)),
    )
    expect(
      there.filter((column) => !listed.includes(column)),
      'columns without a place',
    ).toEqual([])
    expect(
      listed.filter((column) => !there.includes(column)),
      'columns that do not exist',
    ).toEqual([])
    expect(listed.length, 'each in one place').toBe(new Set(listed).size)
  })

  it('is deleted after the fixed retention periods that the privacy notice states', async () => {
    const [source] = await test.asOwner<{ outbox: string; opens: string; erases: string }>(
      `select pg_get_functiondef('private.prune_outbox'::regproc) as outbox,
         pg_get_functiondef('private.open_data_link'::regproc) as opens,
         pg_get_functiondef('private.erase_address'::regproc) as erases`,
    )
    expect(source?.outbox).toContain(`interval '${retentionDays.settledLetters} days'`)
    expect(source?.opens).toContain("interval '1 hour'")
    expect(source?.erases).toContain(`interval '${retentionDays.usedLinks} days'`)
    expect(backupSchedule).toEqual({ everyHours: 24, keep: retentionDays.backups })
  })
})

describe('the privacy notice on a running server', () => {
  it('lists each kind of stored data with its retention time', async () => {
    const used = new Set(Object.values(keptColumns).flatMap((parts) => parts.map(([, of]) => of)))
    const { times } = await noticeOf(usual)
    const practice = practiceOf(readConfig({ DATA_DIR: 'no-such-folder' }))
    const said = storedData({ ...practice, peopleDays: null, webhooks: [], calendars: [], hasFeeds: false })
    for (const id of used) {
      if (typeof id !== 'string') continue
      const { what, time } = said[id as StoredDataId]
      expect(times.get(what), what).toBe(time)
    }
    expect(
      Object.keys(said).filter((id) => !used.has(id as StoredDataId)),
      'kinds without a column',
    ).toEqual([])
  })

  it('agrees with what the booking form and the message form say about retention', () => {
    expect(formWords.notice).toContain('erase them when you ask, if not sooner')
    const practice = practiceOf(readConfig({ DATA_DIR: 'no-such-folder' }))
    const none = { webhooks: [], calendars: [], hasFeeds: false }
    for (const project of [null, 'abc.supabase.co']) {
      for (const peopleDays of [null, 30, 3650]) {
        const { requests, messages } = storedData({ ...practice, ...none, project, peopleDays })
        for (const { time } of [requests, messages])
          expect(time).toMatch(/^Until we erase it, at your request or on our own initiative\.|sooner if you ask\.$/)
      }
    }
  })

  it('shows the retention times that an owner sets', async () => {
    const short = await serverWith({})
    try {
      expect((await noticeOf(usual)).times.get('Visit events')).toMatch(/^395 days\./)
      await short.test.asOwner('update desk_settings set keep_interaction_days = 77, keep_people_days = 730')
      const { times } = await noticeOf(short)
      expect(times.get('Visit events')).toMatch(/^77 days\./)
      expect(times.get('A request for a call')).toMatch(/^730 days from/)
      expect((await noticeOf(usual)).times.get('A message')).toMatch(/It is never erased automatically/)
    } finally {
      await short.close()
    }
  })

  it('names the receivers of webhooks only while the webhooks are active', async () => {
    const { test } = usual
    expect((await noticeOf(usual)).words).toContain('nothing is passed on by webhook')
    await test.asOwner(
      `insert into webhooks (url, events, sealed_secret)
       values ('https://user:secret@hooks.partner.example:8443/key/abc', '{booking.created}', 'sealed')`,
    )
    const { words } = await noticeOf(usual)
    expect(words).toContain('including what you typed, at: hooks.partner.example.')
    expect(words).not.toMatch(/secret@|\/key|8443|nothing is passed on/)
    await test.asOwner('update webhooks set is_active = false')
    expect((await noticeOf(usual)).words).not.toContain('hooks.partner.example')
  })

  it('names the mail server, the backup destination and all other active services', async () => {
    const full = await serverWith({
      SMTP_URL: 'smtp://someone:password@mail.provider.example:587',
      BACKUP_TO: 's3://bucket/backups',
      AWS_ACCESS_KEY_ID: 'access',
      AWS_SECRET_ACCESS_KEY: 'hidden-key',
      AWS_ENDPOINT_URL: 'https://store.provider.example',
    })
    try {
      const [less, more] = [(await noticeOf(usual)).words, (await noticeOf(full)).words]
      const only = [
        'delivers our emails, at mail.provider.example',
        'every day and keep the last 14 backups',
        'about 14 days later',
        'stored at store.provider.example',
        'with a link that we send to your mailbox',
      ]
      for (const words of only) {
        expect(more).toContain(words)
        expect(less).not.toContain(words)
      }
      expect(less).toContain('this server sends no emails at present')
      // If email is not set up, the notice does not promise an email or mention links or requests by email.
      expect(less.replaceAll(/No email service: this server sends no emails|through a secret link/g, '')).not.toMatch(
        /by email|a link that we send/,
      )
      expect(less).toContain('makes no automatic backups')
      expect(more).not.toMatch(/password@|someone|hidden-key|bucket/)
    } finally {
      await full.close()
    }
  })

  it('formats dates for the reader’s language', async () => {
    const noticeFor = async (language: string) => {
      const { body, headers } = await usual.app.inject({ url: '/privacy', headers: { 'accept-language': language } })
      expect(headers.vary).toBe('Accept-Language, Accept-Encoding')
      return /<time[^>]*>(.*?)<\/time>/.exec(body)?.[1]
    }
    expect(await noticeFor('en-US,en;q=0.9')).toMatch(/^[A-Z][a-z]+ \d+, \d{4}$/)
    expect(await noticeFor('en-GB')).toMatch(/^\d+ [A-Z][a-z]+ \d{4}$/)
  })
})

it('serves the terms and imprint while the database is down, and the privacy notice once the database has responded', async () => {
  const running = await serverWith({})
  const ask = async (url: string) => (await running.app.inject(url)).statusCode
  const statuses = () => Promise.all(['/privacy', '/terms', '/imprint'].map(ask))
  const take = () => running.test.asOwner('alter function private.practice_facts() rename to away')
  try {
    await take()
    expect(await statuses()).toEqual([500, 200, 200])
    await running.test.asOwner('alter function private.away() rename to practice_facts')
    expect(await statuses()).toEqual([200, 200, 200])
    const before = (await running.app.inject('/privacy')).headers.etag
    await take()
    const { statusCode, headers } = await running.app.inject('/privacy')
    expect([statusCode, headers.etag]).toEqual([200, before])
  } finally {
    await running.close()
  }
})

describe('a document page', () => {
  it.each(['privacy', 'terms', 'imprint'])('is served at /%s and can be indexed', async (id) => {
    const { app } = usual
    const { statusCode, headers, body } = await app.inject(`/${id}`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body.match(/<h1>/g)).toHaveLength(1)
    expect(body).toContain(`<link rel="canonical" href="http://127.0.0.1:3000/${id}"/>`)
    expect(body).not.toContain('noindex')
    for (const [, target] of body.matchAll(/href="#([a-z]+)"/g)) {
      if (target !== 'content') expect(body, target).toContain(`<h2 id="${target}">`)
    }
    const slash = await app.inject(`/${id}/`)
    expect([slash.statusCode, slash.headers.location]).toEqual([308, `/${id}`])
    expect((await app.inject(`/${id}/x`)).statusCode).toBe(404)
  })
})
