import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import { testEach } from '#shared/lib/testing.ts'
import { mailboxOf } from './mailer.ts'

const test = await testDatabase()
afterAll(() => test.close())

it(
  'returns the mailbox to which an email address belongs',
  testEach(
    [
      ['Ann@Example.com', 'ann@example.com'],
      ['ann+news@example.com', 'ann@example.com'],
      ['ann+a+b@example.com', 'ann@example.com'],
      [' ann@example.com ', 'ann@example.com'],
      ['a.n.n@example.com', 'a.n.n@example.com'],
      ['a.n.n+1@gmail.com', 'ann@gmail.com'],
      ['A.nn@GoogleMail.com', 'ann@gmail.com'],
      ['ann-news@yahoo.com', 'ann-news@yahoo.com'],
      ['+ann@example.com', '+ann@example.com'],
      ['ann@mail.example.com', 'ann@mail.example.com'],
      ['nobody', 'nobody'],
      ['', ''],
    ],
    (address, mailbox) => {
      expect(mailboxOf(address)).toBe(mailbox)
    },
  ),
)

it('[R1] returns the same mailboxes as the function `mailbox_of` in the database', async () => {
  const part = fc.stringMatching(/^[A-Za-z0-9+._-]{0,8}$/)
  const domain = fc.oneof(fc.constantFrom('gmail.com', 'GoogleMail.com', 'x.example'), part)
  const addresses = fc.sample(
    fc.tuple(part, fc.constantFrom('@', '@', '@', '', '@a@'), domain).map((parts) => parts.join('')),
    2000,
  )
  const rows = await test.asOwner<{ mailbox: string }>(
    'select private.mailbox_of(a) as mailbox from unnest($1::text[]) with ordinality as _ (a, n) order by n',
    [addresses],
  )
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(addresses.map(mailboxOf))
})
