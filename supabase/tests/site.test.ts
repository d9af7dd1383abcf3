import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addSiteFile,
  changeSiteText,
  discardSiteDraft,
  publishSite,
  readLiveSite,
  readPublishedEdits,
  readSiteDraft,
  readSiteFile,
} from '#server/features/publishing/queries.ts'
import { isDatabaseError, type Transaction } from '#server/lib/db/database.ts'
import { deskMember, race, type TestDeskMember, testDatabase } from '#server/lib/db/testing.ts'
import { pictureLimit, siteLimits } from '#shared/contract/site.ts'

const test = await testDatabase()
afterAll(() => test.close())
const owner = await deskMember(test, 'owner')
const other = await deskMember(test, 'owner')

const change = (path: string, value: string | null, who = owner) =>
  who.inside((tx) => changeSiteText(tx, path, value, 'The original'))
const draft = () => owner.inside(readSiteDraft)
const publish = async (who = owner, restored: number | null = null) => {
  const { revision } = await draft()
  return who.inside((tx) => publishSite(tx, { revision, restored }))
}
const restore = (restored: number) => publish(owner, restored)
const live = async () => readPublishedEdits(test.database, (await readLiveSite(test.database)).publication)

/** Returns 'done', or the constraint, hint or code of the refusal. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (isDatabaseError(error)) return error.constraint ?? error.hint ?? error.code
      throw error
    },
  )

beforeEach(() => test.asOwner('truncate site_edits, site_publications, site_files; update site_state set revision = 0'))

describe('the draft of the site', () => {
  it('keeps the last value of each text with its original and author, and counts the changes', async () => {
    expect(await change('home.title', 'First')).toBe(1)
    expect(await change('home.title', 'Second', other)).toBe(2)
    expect(await change('home.lead', 'Lead')).toBe(3)
    expect(await change('home.title', 'Second')).toBe(3)
    expect(await change('home.lead', null)).toBe(4)
    expect(await draft()).toEqual({
      revision: 4,
      edits: [{ path: 'home.title', value: 'Second', base: 'The original', author: other.id, at: expect.any(String) }],
      unpublished: ['home.title'],
      publications: [],
    })
  })

  it('limits the length of paths, values and originals, and the number of changed texts', async () => {
    const texts = (path: string, value: string, base: string) =>
      outcome(owner.inside((tx) => changeSiteText(tx, path, value, base)))
    // The quotes of a JSON string count.
    const longest = 'x'.repeat(siteLimits.value - 2)
    expect(await texts('p'.repeat(siteLimits.path), longest, longest)).toBe('done')
    expect(await texts('p'.repeat(siteLimits.path + 1), '', '')).toBe('site_edits_path_check')
    expect(await texts('p', `${longest}x`, '')).toBe('site_edits_value_check')
    expect(await texts('p', '', `${longest}x`)).toBe('site_edits_base_check')
    await test.asOwner(`insert into site_edits (path, value) select 'p.' || n, '""' from generate_series(2, 3000) n`)
    expect(await outcome(change('p.2', 'Changed'))).toBe('done')
    expect(await outcome(change('p.3001', 'New'))).toBe('too_many')
  })

  it('returns to the live site when an owner discards the changes that this owner has seen', async () => {
    await change('home.title', 'Live', other)
    await publish()
    const before = (await draft()).edits
    await change('home.title', 'Draft')
    await change('home.lead', 'Draft')
    const discard = (revision: number) => owner.inside((tx) => discardSiteDraft(tx, revision))
    expect(await outcome(discard(2))).toBe('draft_changed')
    expect(await discard(3)).toBe(4)
    expect(await draft()).toMatchObject({ revision: 4, edits: before, unpublished: [] })
  })
})

describe('a publication of the site', () => {
  it('makes exactly the draft live, and is refused if the site would stay the same', async () => {
    expect(await outcome(publish())).toBe('no_changes')
    await change('home.title', 'Published')
    const id = await publish(other)
    expect(await readLiveSite(test.database)).toEqual({
      publication: id,
      revision: 1,
      settings: { answerHours: 24, callMinutes: 30, weeklyCapacity: 5 },
    })
    expect(await live()).toEqual({ 'home.title': 'Published' })
    expect((await draft()).publications).toEqual([
      { id, at: expect.any(String), author: other.id, edits: 1, restored: null },
    ])
    expect(await outcome(publish())).toBe('no_changes')
    await change('home.title', null)
    expect((await draft()).unpublished).toEqual(['home.title'])
    await publish()
    expect(await live()).toEqual({})
  })

  const lock = 'select from site_state for update'
  it('happens once when two owners publish the same draft at once', async () => {
    const revision = await change('home.title', 'Published')
    const one = (who: TestDeskMember) => () =>
      outcome(who.inside((tx) => publishSite(tx, { revision, restored: null })))
    expect((await race(test, lock, one(owner), one(other))).sort()).toEqual(['done', 'no_changes'])
    expect((await draft()).publications).toHaveLength(1)
  })

  it('is refused if another owner changes the draft at the same time', async () => {
    const revision = await change('home.title', 'Seen')
    const changing = () => outcome(change('home.title', 'Unseen', other))
    const publishing = () => outcome(owner.inside((tx) => publishSite(tx, { revision, restored: null })))
    expect(await race(test, lock, changing, publishing)).toEqual(['done', 'draft_changed'])
    expect((await draft()).publications).toEqual([])
  })

  it('can be restored, with the authors who are still members, and so can the original site', async () => {
    const leaving = await deskMember(test, 'owner')
    await change('home.title', 'First', leaving)
    const first = await publish(leaving)
    await change('home.title', 'Second')
    await change('home.lead', 'Lead')
    await publish()
    await test.asOwner('delete from auth.users where id = $1', [leaving.id])

    const again = await restore(first)
    expect(await live()).toEqual({ 'home.title': 'First' })
    const restored = await draft()
    expect(restored).toMatchObject({ edits: [{ value: 'First', base: 'The original', author: null }], unpublished: [] })
    expect(restored.publications).toMatchObject([
      { id: again, restored: first },
      { edits: 2 },
      { id: first, author: null },
    ])
    expect(await outcome(restore(first))).toBe('no_changes')
    expect(await outcome(restore(again + 1))).toBe('PT404')
    await restore(0)
    expect(await live()).toEqual({})
    expect((await draft()).publications[0]).toMatchObject({ edits: 0, restored: 0 })
  })

  it('is recorded in the audit log, as are restored publications and discarded changes', async () => {
    const [last] = await test.asOwner<{ id: string }>('select coalesce(max(id), 0) as id from audit_log')
    await change('home.title', 'Published')
    const first = await publish()
    const revision = await change('home.title', 'Discarded')
    await owner.inside((tx) => discardSiteDraft(tx, revision))
    const second = await restore(0)
    const entries = 'select actor, action, details from audit_log where id > $1 order by id'
    expect(await test.asOwner(entries, [last?.id])).toEqual([
      { actor: owner.id, action: 'site_published', details: { publication: first, edits: 1 } },
      { actor: owner.id, action: 'site_draft_discarded', details: { publication: first, edits: 1 } },
      { actor: owner.id, action: 'site_restored', details: { publication: second, restored: 0, edits: 0 } },
    ])
  })
})

describe('an uploaded picture', () => {
  const add = (content: Buffer) => owner.inside((tx) => addSiteFile(tx, { type: 'image/png', content }))

  it('is stored once under its hash, and is readable for the server', async () => {
    const content = Buffer.alloc(pictureLimit, 7)
    const name = `${createHash('sha256').update(content).digest('hex')}.png`
    expect([await add(content), await add(content)]).toEqual([name, name])
    expect(await readSiteFile(test.database, name)).toEqual(content)
    expect(await readSiteFile(test.database, 'unknown')).toBeNull()
    expect(await outcome(add(Buffer.alloc(pictureLimit + 1)))).toBe('site_files_content_check')
  })

  it('is refused if there are 500 others', async () => {
    await test.asOwner(
      `insert into site_files (type, content)
       select 'image/png', convert_to(n::text, 'UTF8') from generate_series(1, 500) n`,
    )
    expect(await outcome(add(Buffer.from('501')))).toBe('too_many')
    expect(await outcome(add(Buffer.from('500')))).toBe('done')
  })
})

describe('the site', () => {
  it('[A2] can be changed only by owners with a second factor', async () => {
    const callers = [
      await deskMember(test, 'agent'),
      await deskMember(test, 'viewer'),
      await deskMember(test, null),
      await deskMember(test, 'owner', 'aal1'),
      { inside: <T>(work: (tx: Transaction) => Promise<T>) => test.database.transaction('anon', {}, work) },
    ]
    const works: ((tx: Transaction) => Promise<unknown>)[] = [
      (tx) => changeSiteText(tx, 'home.title', 'x', 'y'),
      (tx) => discardSiteDraft(tx, 0),
      (tx) => publishSite(tx, { revision: 0, restored: null }),
      (tx) => addSiteFile(tx, { type: 'image/png', content: Buffer.from('picture') }),
    ]
    for (const { inside } of callers)
      for (const work of works) expect([String(work), await outcome(inside(work))]).toEqual([String(work), '42501'])
  })
})
