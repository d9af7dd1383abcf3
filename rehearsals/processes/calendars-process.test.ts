import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { launchServer } from '#rehearsals/launching.ts'
import { sealAccess } from '#server/features/calendars/service.ts'
import { calendarServerForTest, fileOf } from '#server/features/calendars/testing.ts'
import { writePacksForTest } from '#server/features/packs/testing.ts'
import { siteForTest } from '#server/features/pages/testing.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { hostForTest } from '#server/lib/db/rows-testing.ts'
import { testDatabase } from '#server/lib/db/testing.ts'

const test = await testDatabase()
const site = siteForTest()
writePacksForTest(join(site.folder, '../packs'))
const server = await calendarServerForTest()
const key = randomBytes(32)
const cipher = openSecretCipher(key)
const host = await hostForTest(test)
const at = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 24 * 3_600_000
const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
server.answer = (reply, { url }) =>
  void reply.end(url === '/good' ? fileOf([`DTSTART:${stamp}`, 'DURATION:PT1H']) : 'no calendar')

async function name(path: string) {
  const id = randomUUID()
  const access = { url: new URL(path, server.url).href, username: '', password: '' }
  await test.asOwner(
    'insert into private.host_calendars (id, host, name, sealed_access) values ($1, $2, $3, $4)',
    [id, host, path, await sealAccess(cipher, id, access)],
  )
}
await name('/good')
await name('/bad')

const launched = launchServer(
  {
    DATABASE_URL: test.url,
    DATA_DIR: join(site.folder, '../data'),
    ENCRYPTION_KEY: key.toString('base64'),
    PRIVATE_ADDRESSES: 'calendars',
  },
  site.folder,
)
afterAll(async () => {
  await launched.end()
  await server.close()
  await test.close()
  site.remove()
})

it('a server that was started reads what hosts have named, and ends in order', async () => {
  await launched.url()
  const read = () =>
    test.asOwner(
      'select name, events, fault from private.host_calendars where tried_at is not null order by name',
    )
  await expect.poll(read).toEqual([
    { name: '/bad', events: 0, fault: 'no-calendar' },
    { name: '/good', events: 1, fault: null },
  ])
  expect(await launched.end()).toBe(0)
  expect(launched.written.err).not.toContain('a calendar was not read')
})
