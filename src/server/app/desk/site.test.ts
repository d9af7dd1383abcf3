import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import type { SiteState } from '#shared/contract/site.ts'
import { testEach } from '#shared/lib/testing.ts'

const site = await authAppForTest()
afterAll(() => site.close())
const token = await tokenOf((await site.member('owner')).strong)
const agent = await tokenOf((await site.member('agent')).strong)

beforeEach(async () => {
  await site.test.asOwner('truncate site_edits, site_publications')
  await site.refresh()
})

async function ask(method: 'GET' | 'PUT' | 'POST', path = '', payload?: object, bearer = token) {
  const response = await site.app.inject({
    method,
    url: `/site/v1${path}`,
    headers: { apikey: publishableKey, authorization: `Bearer ${bearer}` },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, said: response.json() }
}
const edit = (path: string, value: unknown) => ask('PUT', '/edits', { path, value })
const state = async (): Promise<SiteState> => (await ask('GET')).said
const publish = (revision: number, restored: number | null = null) => ask('POST', '/publish', { revision, restored })
const get = async (url: string, cookie = '') => site.app.inject({ url, headers: { cookie } })
const home = async (cookie?: string) => (await get('/', cookie)).body

describe('the draft of the site', () => {
  it('is refused to members who are not owners', async () => {
    expect((await ask('GET', '', undefined, agent)).status).toBe(403)
    expect((await ask('PUT', '/edits', { path: 'brand.name', value: 'Ours' }, agent)).status).toBe(403)
  })

  it(
    'refuses a value that would break a page, with a sentence that names what is wrong',
    testEach(
      [
        ['brand.name', '', 'This field cannot be empty'],
        ['brand.name', 'x'.repeat(41), 'Use at most 40 characters'],
        ['brand.name', 5, 'value'],
        ['availableTimesWords.on', 'Available times', 'Keep {day}'],
        ['home.hero.title', 'Ask {nobody}', '{nobody}'],
        ['home.hero', 'A title', 'does not exist'],
        ['promises.answerHours', '48', 'does not exist'],
        ['people.team', [{ name: 'Ada' }], 'Entry 1'],
      ],
      async (path, value, says) => {
        const { status, said } = await edit(String(path), value)
        expect(status).toBe(400)
        expect(JSON.stringify(said)).toContain(says)
      },
    ),
  )

  it('shows each text and its edit, marks edits of changed and missing originals, and can be published', async () => {
    await edit('brand.name', 'Nord')
    await edit('claims.callValue', '$900')
    await site.test.asOwner(
      `update site_edits set base = '"Earlier"' where path = 'claims.callValue';
       insert into site_edits (path, value, base) values ('home.gone', '"Text"', '"Text"')`,
    )
    const { words, edits, values, samples, revision } = await state()
    expect(words.find(({ path }) => path === 'brand.name')).toMatchObject({ original: brand.name, group: 'everywhere' })
    expect(edits.map(({ path, value, isStale, isLost }) => [path, value, isStale, isLost])).toEqual([
      ['brand.name', 'Nord', false, false],
      ['claims.callValue', '$900', true, false],
      ['home.gone', 'Text', false, true],
    ])
    expect(values).toMatchObject({ provider: 'Nord', callValue: '$900', answerWithin: '24 hours' })
    expect(samples).not.toContain('brand.name')
    expect(samples).toContain('claims.partners')
    expect((await publish(revision)).status).toBe(200)
    expect((await edit('home.gone', null)).status).toBe(200)
  })
})

describe('a publication', () => {
  it('changes the pages and the texts of the server at once, and can be undone', async () => {
    const { revision } = (await edit('brand.name', 'Nord & "Süd"')).said
    expect(await home()).not.toContain('Nord')
    expect((await publish(revision - 1)).status).toBe(409)
    expect(await publish(revision)).toEqual({ status: 200, said: { id: expect.any(Number) } })
    expect(await home()).toContain('brand.name')
    expect(brand.name).toBe('Nord & "Süd"')
    expect((await get('/imprint')).body).toContain('Nord &amp; &quot;Süd&quot;')
    expect((await publish(revision - 1, 0)).status).toBe(409)
    expect((await publish(revision, 0)).status).toBe(200)
    expect(await home()).not.toContain('brand.name')
  })

  it('leaves its edits and pictures to open pages after it is replaced, and pictures run no code', async () => {
    const [file] = await site.test.asOwner<{ name: string }>(
      "insert into site_files (type, content) values ('image/svg+xml', '<svg/>') returning name",
    )
    await edit('look.logo', `/files/${file?.name}`)
    const { revision } = (await edit('home.hero.title', 'Ask us')).said
    const { id } = (await publish(revision)).said
    const read = () => Promise.all([`/files/${file?.name}`, `/edits/${id}.json`].map((path) => get(path)))
    const [picture, edits] = await read()
    expect(picture?.headers['content-security-policy']).toMatch(/^default-src 'none'.* sandbox$/)
    expect([picture?.body, edits?.json()]).toEqual(['<svg/>', { 'home.hero.title': 'Ask us' }])
    await publish(revision, 0)
    expect((await read()).map(({ body }) => body)).toEqual([picture?.body, edits?.body])
    expect((await get(`/files/${'0'.repeat(64)}.svg`)).statusCode).toBe(404)
    expect((await get(`/edits/${id + 9}.json`)).statusCode).toBe(404)
  })

  it('appears on another server that looks for it, together with changed settings', async () => {
    await site.test.asOwner(`insert into site_publications (edits) values ('{"brand.name": {"value": "Nord"}}');
      update desk_settings set answer_hours = 48`)
    await site.refresh()
    expect(brand.name).toBe('Nord')
    expect((await get('/terms')).body).toContain('within 48 hours')
    await site.test.asOwner('update desk_settings set answer_hours = 24')
  })
})

it('shows the draft for a day to a browser that opened a valid preview link, without storing or counting', async () => {
  await edit('brand.name', 'Nord')
  const { url, until } = (await ask('POST', '/preview', {})).said
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  const opened = await get(url)
  expect(opened.statusCode).toBe(302)
  const cookie = String(opened.headers['set-cookie']).split(';')[0]
  const shown = await get('/', cookie)
  expect(shown.body).toContain('"brand.name":"Nord"')
  expect(shown.body).toContain('id="preview"')
  expect(shown.headers['cache-control']).toBe('private, no-store')
  expect((await get('/imprint', cookie)).body).toContain('Nord')
  expect((await get('/imprint')).body).not.toContain('Nord')
  // A cut and a forged key show nothing.
  expect((await get(url.slice(0, -1))).statusCode).toBe(404)
  expect(await home(`${cookie?.slice(0, -2)}xx`)).not.toContain('Nord')
})
