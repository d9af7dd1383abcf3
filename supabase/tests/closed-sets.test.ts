import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import { closedColumns, closedFunctions } from '#shared/contract/closed-sets.ts'
import { bookingStatuses, messageStatuses } from '#shared/contract/desk.ts'
import { refusalHints } from '#shared/contract/desk-records.ts'
import { deskActions, signInActions } from '#shared/contract/log-actions.ts'
import { accountLetterKinds, letterKinds, sentLetterKinds } from '#shared/contract/outbox.ts'
import { auditKinds } from '#shared/contract/team.ts'
import { testEach } from '#shared/lib/testing.ts'

/** Check constraints that limit a column to listed words: `= any (array['a', 'b'])`, or `<@ '{a,b}'` for lists. */
const listChecks = `
  select n.nspname || '.' || t.relname || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid and not t.relispartition
  join pg_namespace n on n.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and t.relname || '_' || a.attname || '_check' = c.conname
  where c.contype = 'c' and n.nspname in ('public', 'private')
    and pg_get_constraintdef(c.oid) ~ 'ANY \\(ARRAY\\[''|<@ ''{[a-z].*text\\[\\]'
  order by 1`

const sorted = (words: Iterable<string>) => [...new Set(words)].sort()

function wordsOf(definition: string): string[] {
  const several = /<@ '\{([^}]*)\}'/.exec(definition)?.[1]
  if (several !== undefined) return several.split(',')
  const [list = ''] = /ANY \(ARRAY\[[^\]]*\]/.exec(definition) ?? []
  return [...list.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
}

const test = await testDatabase()
afterAll(() => test.close())
const rows = await test.asOwner<{ column: string; definition: string }>(listChecks)
const checks = new Map(rows.map(({ column, definition }) => [column, definition]))

describe('the list of closed sets', () => {
  it('contains every column whose check constraint lists the allowed values', () => {
    const columns = Object.keys(closedColumns).map((column) => column.replace('[]', ''))
    expect([...checks.keys()].sort()).toEqual(columns.sort())
  })

  it(
    "contains the same values as each column's check constraint",
    testEach(Object.entries(closedColumns), (column, list) => {
      const definition = checks.get(column.replace('[]', '')) ?? ''
      expect(sorted(wordsOf(definition))).toEqual(sorted(list))
      // This check also limits the array's length to the number of listed words.
      if (column.endsWith('[]')) expect(definition).toContain(`<= ${list.length})`)
    }),
  )

  it('contains exactly the kinds of email that the database queues', async () => {
    const [{ text } = { text: '' }] = await test.asOwner<{ text: string }>(
      "select string_agg(prosrc, E'\\n') as text from pg_proc where prosrc ~ 'outbox|enqueue_'",
    )
    const known: readonly string[] = [...letterKinds, ...accountLetterKinds]
    const caused = [...text.matchAll(/'letter',\s*'([a-z-]+)'/g)].map(([, kind]) => kind)
    expect(caused.filter((kind = '') => !known.includes(kind))).toEqual([])
    // Functions write kinds in different ways, so every word with a hyphen must be a kind or appear in another list.
    const words = [...text.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, word = '']) => word)
    const others: readonly string[] = [...sentLetterKinds, ...bookingStatuses, ...messageStatuses]
    expect(words.filter((word) => !known.includes(word) && !others.includes(word))).toEqual([])
    expect(known.filter((kind) => !text.includes(`'${kind}'`))).toEqual([])
  })

  it('contains exactly the error hints that the database raises', async () => {
    const rows = await test.asOwner<{ text: string }>(
      "select prosrc as text from pg_proc where prosrc ~ 'private.refuse\\(|hint = ' or proname = 'call_warnings'",
    )
    const text = rows.map((row) => row.text).join('\n')
    // In errors and in warnings about a time, a hint precedes its sentence.
    const given = [...text.matchAll(/\(\s*'([a-z_]+)',\s*(?:format\()?'[A-Z]|hint = '([a-z_]+)'/g)]
    expect(sorted(given.map(([, before = '', named = '']) => before || named))).toEqual(sorted(refusalHints))
  })

  it('contains exactly the kinds that the database assigns to actions in the audit log', async () => {
    const rows = await test.asOwner<{ kind: string }>(
      `select private.audit_kind(action, 'change') as kind from unnest($1::text[]) action
       union select private.audit_kind(action, 'sign-in') from unnest($2::text[]) action`,
      [deskActions, signInActions],
    )
    expect(sorted(rows.map(({ kind }) => kind))).toEqual(sorted(auditKinds))
  })

  it(
    'contains the exact words that each database function for a closed set returns',
    testEach(Object.entries(closedFunctions), async (name, expected) => {
      const [row] = await test.asOwner<{ answer: unknown }>(`select ${name}() as answer`)
      expect(row?.answer).toEqual(expected)
    }),
  )
})
