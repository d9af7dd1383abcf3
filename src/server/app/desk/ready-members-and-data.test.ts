import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { sampleClaims } from '#content/claims.ts'
import { applyEdits } from '#content/tree.ts'
import { closedPort, siteForTest } from '#server/features/ready/testing.ts'
import { hostForTest } from '#server/lib/db/rows-testing.ts'
import { readyForTest } from './ready-testing.ts'

const ready = await readyForTest()
const { site, person, room, found } = ready
afterEach(async () => {
  applyEdits({})
  await ready.clean()
})
afterAll(() => ready.close())

describe('the checks of members and data', () => {
  it('count members who lack two-step verification, but not suspended members', async () => {
    const { look } = await room()
    expect((await look()).second_step.finding).toBe('good')
    const newcomer = await site.person()
    await site.test.asOwner('insert into staff_members (id, role) values ($1, $2)', [newcomer.id, 'agent'])
    expect((await look()).second_step).toMatchObject({
      finding: 'missing',
      says: 'Members without two-step verification: 1 of 4. They have no access until they set it up.',
    })
    await site.test.asOwner('update staff_members set disabled_at = now() where id = $1', [newcomer.id])
    expect((await look()).second_step.finding).toBe('good')
    await site.test.asOwner('delete from staff_members where id = $1', [newcomer.id])
  })

  it('warn if there is only one owner', async () => {
    const { look } = await room()
    expect((await look()).owners.finding).toBe('one')
    const second = await person('owner')
    expect((await look()).owners).toMatchObject({
      finding: 'good',
      says: 'There are 2 owners.',
    })
    await site.test.asOwner('delete from staff_members where id = $1', [second.id])
  })

  const hour = 3_600_000
  it.each([
    ['unset', []],
    ['good', [{ ago: 5 * hour, every: 24, proven: true }]],
    ['unproven', [{ ago: 5 * hour, every: 24 }]],
    ['late', [{ ago: 60 * hour, every: 24, proven: true }]],
    ['old', [{ ago: 60 * hour, proven: true }]],
    ['by_hand', [{ ago: 5 * hour, proven: true }]],
    [
      'broken',
      [
        { ago: 5 * hour, every: 24, proven: true },
        { ago: hour, every: 24, failure: 'full' },
      ],
    ],
  ] as const)('report the backup as %s if the recorded backups are %j', async (finding, tries: readonly Try[]) => {
    await site.test.asOwner('delete from private.backups')
    for (const one of tries) await note(one)
    expect(await found('backup')).toBe(finding)
  })

  interface Try {
    ago: number
    every?: number
    failure?: string
    proven?: boolean
  }
  async function note({ ago, every, failure, proven }: Try) {
    const [id, at] = [randomUUID(), new Date(Date.now() - ago)]
    await site.auth.database.transaction('backline_upkeep', {}, async (tx) => {
      const done = failure ? [null, null] : [at, 1000]
      const values = [id, '/backups/one.zip', ...done, false, every ?? null, failure ?? null]
      await tx.query('select private.record_backup($1, $2, $3, $4, $5, $6, $7)', values)
      if (proven) await tx.query('select private.record_backup_proof($1)', [id])
    })
    await site.test.asOwner('update private.backups set created_at = $2 where id = $1', [id, at])
  }

  it('report a problem if the server connects to the database as the owner of the private schema', async () => {
    const { look } = await room()
    const { rights } = await look()
    const [login] = await site.test.asOwner<{ owner: string }>(
      "select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'private'",
    )
    expect(rights.finding).toBe('good')
    // The test changes the schema's owner instead of granting a role, because a grant would apply to the databases of
    // all other tests.
    await site.test.asOwner(`alter schema private owner to ${/as (\w+),/.exec(rights.says)?.[1]}`)
    expect((await look()).rights.finding).toBe('owner')
    await site.test.asOwner(`alter schema private owner to ${login?.owner}`)
  })

  it("compare the server's and the browser's clocks with the database's clock", async () => {
    expect((await (await room()).look()).clock.finding).toBe('good')
    const off = await room({}, { ownClock: () => Date.now() - 120_000 })
    expect((await off.look()).clock).toMatchObject({
      finding: 'server',
      says: expect.stringContaining('2 minutes behind'),
    })
    const { look } = await room()
    // Ten seconds more than an hour, because the request itself takes some time.
    const { clock } = await look({}, site.auth.clock() + 3_600_000 + 10_000)
    expect(clock).toMatchObject({
      finding: 'browser',
      says: 'This computer’s clock is 60 minutes ahead.',
    })
  })

  it('warn if private IP addresses are allowed or if the encryption key is stored next to the data', async () => {
    const good = await (await room()).look()
    expect([good.key.finding, good.private_addresses.finding]).toEqual(['apart', 'good'])
    const bad = await (await room({ isKeyBesideData: true, webhookPrivateAddresses: true })).look()
    expect([bad.key.finding, bad.private_addresses.finding]).toEqual(['beside', 'on'])
    const open = await (await room({ calendarPrivateAddresses: true })).look()
    expect(open.private_addresses.finding).toBe('on')
  })
})

describe('the checks of hours, hosts and content', () => {
  it('report default hours until an owner changes them, and count only future days off', async () => {
    const { look } = await room()
    const before = await look()
    expect([before.hours.finding, before.days_off.finding]).toEqual(['untouched', 'none'])
    expect(before.hours.says).toBe('The hours are still the defaults: 09:00 to 17:00, UTC.')
    await site.test.asOwner('insert into days_off (day) values (current_date - 7)')
    await site.test.asOwner('update desk_settings set daily_digest = not daily_digest')
    // Every owner is asked for the time zone, so an owner who sets it has not necessarily reviewed the hours.
    await site.test.asOwner("update desk_settings set time_zone = 'Africa/Johannesburg'")
    const between = await look()
    expect([between.hours.finding, between.days_off.finding]).toEqual(['untouched', 'none'])
    await site.test.asOwner('insert into days_off (day) values (current_date + 7)')
    await site.test.asOwner("update desk_settings set opens = '08:00'")
    const after = await look()
    expect([after.hours.says, after.days_off.says]).toEqual([
      'Calls take place from 08:00 to 17:00, Africa/Johannesburg.',
      'Upcoming days off: 1.',
    ])
  })

  it('require a host who has working hours', async () => {
    const { look } = await room()
    expect((await look()).hosts).toMatchObject({ finding: 'none' })
    await hostForTest(site.test)
    expect((await look()).hosts.says).toMatch(/: 1\.$/)
    await hostForTest(site.test, { hours: [], dates: [['2020-01-06', '09:00', '17:00']] })
    expect((await look()).hosts).toMatchObject({
      finding: 'without_hours',
      says: 'Hosts without hours: 1 of 2. Visitors cannot choose times with these hosts.',
    })
    await site.test.asOwner('update private.host_dates set day = current_date + 7')
    expect((await look()).hosts.says).toMatch(/: 2\.$/)
    // A suspended host takes no calls.
    await site.test.asOwner('update staff_members set disabled_at = now() where id in (select id from private.hosts)')
    expect((await look()).hosts.finding).toBe('none')
  })

  it("flag hosts' calendars that were only partly read", async () => {
    const { look } = await room()
    expect((await look()).calendars.says).toBe('No host has added a calendar.')
    const host = await hostForTest(site.test)
    for (const unread of [0, 3]) {
      await site.test.asOwner("insert into private.host_calendars (host, name, unread) values ($1, 'One', $2)", [
        host,
        { entries: 106, unread, first: [] },
      ])
    }
    expect((await look()).calendars).toMatchObject({
      finding: 'unread',
      says: 'In hosts’ calendars, 3 of 212 entries could not be read.',
    })
    await site.test.asOwner("update private.host_calendars set unread = jsonb_set(unread, '{unread}', '0')")
    expect((await look()).calendars).toMatchObject({
      finding: 'good',
      says: expect.stringContaining('2') as string,
    })
    await site.test.asOwner("update private.host_calendars set fault = 'unwell', failing_since = now()")
    expect((await look()).calendars.finding).toBe('failing')
    await site.test.asOwner('delete from private.hosts')
  })

  it('list the sample content that no owner has replaced yet, and link to it in the desk', async () => {
    const look = async () => (await room()).look()
    const { name, mailbox, links, testimonials, figures, people, example, legal } = await look()
    for (const [one, told, path] of [
      [name, brand.name, 'brand.name'],
      [mailbox, brand.email, 'brand.email'],
      [links, 'whatsapp, linkedin, youtube, x', 'brand.links.whatsapp'],
      [testimonials, '3 of the quotes', 'successKit.testimonials'],
      [figures, `${sampleClaims.length} figures`, `claims.${sampleClaims[0]}`],
      [people, '4 of the people', 'people.team'],
      [example, 'an example', 'exampleCaseStudy.steps'],
      [legal, 'Company; ', 'legalEntity.name.value'],
      [legal, 'governing law', 'legalEntity.name.value'],
    ] as const)
      expect(one).toMatchObject({
        finding: 'sample',
        says: expect.stringContaining(told),
        link: `/site?find=${path}`,
      })
    const claims = Object.fromEntries(sampleClaims.map((claim) => [`claims.${claim}`, '1']))
    applyEdits({ ...claims, 'brand.name': 'Firm', 'brand.links.x': 'https://x.example', 'people.team': [] })
    const seen = await look()
    expect([seen.name, seen.figures, seen.people].map(({ finding }) => finding)).toEqual(['good', 'good', 'good'])
    expect(seen.links.says).toContain('whatsapp, linkedin, youtube.')
  })

  it('report legal pages that are missing or still contain placeholders', async () => {
    const pages: Record<string, string> = {
      '/privacy': '<style>a[href] { color: red }</style><p>We keep what you send.',
      '/terms': '<p>Governed by the law of the Cape.',
    }
    const outside = await siteForTest(({ url = '' }, reply) => {
      const page = pages[url]
      reply.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page)
    })
    ready.later(() => outside.close())
    const documents = async () => (await (await room({ publicUrl: outside.url })).look()).documents
    expect(await documents()).toMatchObject({ finding: 'missing', says: 'These pages are missing: /imprint.' })
    pages['/imprint'] = '<p>[Name of the firm], Cape Town'
    expect(await documents()).toMatchObject({
      finding: 'placeholders',
      says: expect.stringMatching(/in \/imprint\.$/),
    })
    pages['/imprint'] = '<p>The Firm (Pty) Ltd, Cape Town'
    expect(await documents()).toMatchObject({ finding: 'good' })
    expect(await found('documents', { publicUrl: `http://127.0.0.1:${await closedPort()}` })).toBe('no_answer')
  })
})
