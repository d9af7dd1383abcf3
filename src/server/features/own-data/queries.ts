import * as v from 'valibot'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import { callSqlFunction } from '#server/lib/db/rows.ts'
import { timeZone } from '#shared/contract/fields.ts'
import { type OwnData, ownDataSchema } from '#shared/contract/own-data.ts'
import { visitorErasureSchema } from '#shared/contract/team.ts'

/** The visitor is not signed in, so the database checks only their link. */
const onPage = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.transaction('backline_call_page', {}, work)

export async function queueDataLink(
  database: Database,
  { sealed, mailbox, now }: { sealed: string; mailbox: string; now: number },
): Promise<void> {
  await onPage(database, (tx) =>
    tx.query('select private.request_own_data($1, $2, $3)', [sealed, mailbox, new Date(now)]),
  )
}

/** If there is data about the email address, activates the link in this outbox item's email and returns true. */
export const openDataLink = async (
  database: Database,
  { item, hash, address, now }: { item: string; hash: Buffer; address: string; now: number },
): Promise<boolean> =>
  (await database.transaction('backline_outbox', {}, (tx) =>
    callSqlFunction(tx, 'private.open_data_link', [item, hash, address, new Date(now)]),
  )) === true

/** The state of a link: valid, or already used to erase the data; null if the link is unknown or expired. */
type LinkState = 'open' | 'erased' | null

const linkState = v.nullable(v.picklist(['open', 'erased']))

export const findLinkState = async (database: Database, token: string, now: number): Promise<LinkState> =>
  v.parse(
    linkState,
    await onPage(database, (tx) => callSqlFunction(tx, 'private.data_link_state', [token, new Date(now)])),
  )

const linkedDataSchema = v.nullable(v.object({ person: ownDataSchema, desk_zone: timeZone }))

/** All data that a link gives access to, and the team's time zone; null if the link is not valid. */
export async function findOwnData(
  database: Database,
  token: string,
  now: number,
): Promise<{ person: OwnData; desk_zone: string } | null> {
  return v.parse(
    linkedDataSchema,
    await onPage(database, (tx) => callSqlFunction(tx, 'private.read_own_data', [token, new Date(now)])),
  )
}

/** The data as stored, for the download. */
export const exportOwnData = (database: Database, token: string, now: number): Promise<unknown> =>
  onPage(database, (tx) => callSqlFunction(tx, 'private.export_own_data', [token, new Date(now)]))

const erasure = v.nullable(v.omit(visitorErasureSchema, ['mentions']))
export type Erasure = NonNullable<v.InferOutput<typeof erasure>>

export const eraseOwnData = async (database: Database, token: string, now: number): Promise<Erasure | null> =>
  v.parse(
    erasure,
    await onPage(database, (tx) => callSqlFunction(tx, 'private.erase_own_data', [token, new Date(now)])),
  )
