import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { authAppForTest, publishableKey } from '#server/app/testing.ts'
import type { SiteState } from '#shared/contract/site.ts'
import { testEach } from '#shared/lib/testing.ts'

const site = await authAppForTest()
afterAll(() => site.close())
const tokenOf = async (client: Awaited<ReturnType<typeof site.signedIn>>) =>
  (await client.auth.getSession()).data.session?.access_token ?? ''
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
  return { status: response.statusCode, said: response.json<Record<string, never>>() }
}
const edit = (path: string, value: unknown) => ask('PUT', '/edits', { path, value })
const state = async () => (await ask('GET')).said as unknown as SiteState
const publish = async () => ask('POST', '/publish', { revision: (await state()).revision })
const home = async (cookie = '') => (await site.app.inject({ url: '/', headers: { cookie } })).body

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

  it('shows each text with its original, its edit and the current values', async () => {
    await edit('brand.name', 'Nord')
    await edit('claims.callValue', '$900')
    const { words, edits, unpublished, values, samples } = await state()
    expect(words.find(({ path }) => path === 'brand.name')).toMatchObject({ original: brand.name, group: 'everywhere' })
    expect(edits.map(({ path, value, isStale, isLost }) => [path, value, isStale, isLost])).toEqual([
      ['brand.name', 'Nord', false, false],
      ['claims.callValue', '$900', false, false],
    ])
    expect(unpublished).toEqual(['brand.name', 'claims.callValue'])
    expect(values).toMatchObject({ provider: 'Nord', callValue: '$900', answerWithin: '24 hours' })
    expect(samples).not.toContain('brand.name')
    expect(samples).toContain('claims.partners')
  })

  it('marks an edit whose original has changed, and one whose text no longer exists', async () => {
    await edit('brand.name', 'Nord')
    await site.test.asOwner(
      `update site_edits set base = '"Earlier"';
       insert into site_edits (path, value, base) values ('home.gone', '"Text"', '"Text"')`,
    )
    const { edits } = await state()
    expect(edits.map(({ path, isStale, isLost }) => [path, isStale, isLost])).toEqual([
      ['brand.name', true, false],
      ['home.gone', false, true],
    ])
    expect((await publish()).status).toBe(200)
    expect((await edit('home.gone', null)).status).toBe(200)
  })
})

describe('a publication', () => {
  it('changes the pages and the texts of the server at once, and can be undone', async () => {
    await edit('brand.name', 'Nord & "Süd"')
    expect(await home()).not.toContain('Nord')
    const { said, status } = await publish()
    expect([status, said]).toEqual([200, { id: expect.any(Number) }])
    expect(await home()).toContain('brand.name')
    expect(brand.name).toBe('Nord & "Süd"')
    expect((await site.app.inject('/imprint')).body).toContain('Nord &amp; &quot;Süd&quot;')
    expect((await ask('POST', '/publications/0/restore', {})).status).toBe(200)
    expect(await home()).not.toContain('brand.name')
    expect((await state()).publications.map(({ restored, isLive }) => [restored, isLive])).toEqual([
      [0, true],
      [null, false],
    ])
  })

  it('is refused if the draft has changed since the owner saw it', async () => {
    const { revision } = await state()
    await edit('brand.name', 'Nord')
    expect((await ask('POST', '/publish', { revision })).status).toBe(409)
  })

  it('appears on another server that looks for it, together with changed settings', async () => {
    await site.test.asOwner(`insert into site_publications (edits) values ('{"brand.name": {"value": "Nord"}}');
      update desk_settings set answer_hours = 48`)
    await site.refresh()
    expect(brand.name).toBe('Nord')
    expect((await site.app.inject('/terms')).body).toContain('within 48 hours')
    await site.test.asOwner('update desk_settings set answer_hours = 24')
  })
})

describe('a preview link', () => {
  it('shows the draft for a day to a browser that opened it, without storing or counting anything', async () => {
    await edit('brand.name', 'Nord')
    const { url, until } = (await ask('POST', '/preview', {})).said as unknown as { url: string; until: string }
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const opened = await site.app.inject(url)
    expect(opened.statusCode).toBe(302)
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    const shown = await site.app.inject({ url: '/', headers: { cookie } })
    expect(shown.body).toContain('"brand.name":"Nord"')
    expect(shown.body).toContain('id="preview"')
    expect(shown.headers['cache-control']).toBe('private, no-store')
    expect((await site.app.inject({ url: '/imprint', headers: { cookie } })).body).toContain('Nord')
    expect(await home()).not.toContain('Nord')
    expect((await site.app.inject('/imprint')).body).not.toContain('Nord')
  })

  it('shows nothing with a forged or cut key', async () => {
    await edit('brand.name', 'Nord')
    const { url } = (await ask('POST', '/preview', {})).said as unknown as { url: string }
    expect((await site.app.inject(url.slice(0, -1))).statusCode).toBe(404)
    expect(await home(`preview=${url.split('key=')[1]?.slice(0, -2)}xx`)).not.toContain('Nord')
  })
})
