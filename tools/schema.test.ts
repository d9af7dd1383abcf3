import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/lib/db/database.ts'
import { emptyDatabase, type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { describeSchema, schemaFile } from './schema.ts'

type Owned = Pick<TestDatabase, 'asOwner'>

const schemaOf = ({ asOwner }: Owned) =>
  describeSchema(async (sql) =>
    (await asOwner<Record<string, string>>(sql)).map((row) => String(Object.values(row)[0])),
  )

describe.each(['embedded', 'fifteen'] as const)('supabase/schema.sql on %s', (server) => {
  describe.skipIf(inject('postgres')[server] === null)('tells the truth', () => {
    let test: TestDatabase
    beforeAll(async () => {
      test = await testDatabase(server)
    })
    afterAll(() => test.close())

    it('about tables, functions, row security, policies and grants', async () => {
      await expect(await schemaOf(test)).toMatchFileSnapshot(schemaFile)
    })

    it('and every table has row security', async () => {
      const open = await test.asOwner(
        `select c.oid::regclass::text as table from pg_class c where relkind in ('r', 'p') and not relrowsecurity
         and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
      )
      expect(open).toEqual([])
    })

    it('also on a hosted project, whose defaults give the request roles everything', async () => {
      const hosted = await emptyDatabase(server)
      for (const kind of ['tables', 'sequences', 'functions']) {
        await hosted.asOwner(
          `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
        )
      }
      const database = await openDatabase({
        dataDir: '',
        databaseUrl: hosted.url,
        migrationUrl: hosted.ownerUrl,
        owner: 'test',
        log: () => {},
      })
      await database.close()
      await expect(await schemaOf(hosted)).toMatchFileSnapshot(schemaFile)
      await hosted.close()
    })
  })
})
