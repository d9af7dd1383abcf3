import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '#server/lib/db/testing.ts'

/** An email as the server's reader passes it to the database. */
const parsedEmail = {
  letters: [] as string[],
  header_ids: [] as string[],
  references: [] as string[],
  kind: 'answer',
  header_id: null as string | null,
  sent_at: null,
  from_name: 'Ada Lovelace',
  from_address: 'ada@example.com',
  subject: 'Re: Your request',
  body: 'Tuesday suits me.',
  quoted: '',
  is_cut: false,
  files: [] as { name: string; size: number }[],
}

/** Connects a mailbox in the database. Returns a function that stores an email in it and returns what happened. */
export async function teamMailbox(test: Pick<TestDatabase, 'asOwner' | 'database'>, makesMessages = false) {
  const [mailbox] = await test.asOwner<{ revision: string }>(
    `insert into private.team_mailbox (host, port, username, makes_messages, uid_validity, first_uid_validity, last_uid)
     values ('mail.example.com', 993, 'team', $1, 1, 1, 0) returning revision`,
    [makesMessages],
  )
  let next = 1
  return async (
    email: Partial<typeof parsedEmail> & { fingerprint?: string },
    { uid = next++, validity = 1, files = [] as (Buffer | null)[] } = {},
  ): Promise<string | undefined> => {
    const parsed = { ...parsedEmail, fingerprint: randomUUID().replaceAll('-', ''), ...email }
    const { rows } = await test.database.transaction('backline_upkeep', {}, (tx) =>
      tx.query<{ said: string }>('select private.store_visitor_email($1, $2, $3, $4, $5) as said', [
        mailbox?.revision,
        validity,
        uid,
        JSON.stringify(parsed),
        files,
      ]),
    )
    return rows[0]?.said === 'stored' ? 'done' : rows[0]?.said
  }
}
