import type { GenericSchema } from 'valibot'
import type { Row } from '#server/lib/query-grammar/types.ts'
import { bookingSchema } from '#shared/contract/booking.ts'
import { interactionSchema } from '#shared/contract/interaction.ts'
import { interactionInOrder } from '#shared/contract/interaction-in-order.ts'
import { messageSchema } from '#shared/contract/message.ts'
import type { SqlType } from './types.ts'

/** What a visitor may insert into one table. The database has the same rules and decides. */
export interface TablePolicy {
  name: string
  schema: GenericSchema
  /** A faster way to the schema's result; null for a row that the schema itself has to check. */
  inOrder?: (row: Row) => Row | null
  /** The columns that a visitor may set. Any other column is refused like one that does not exist. */
  columns: Readonly<Record<string, SqlType>>
  /** A column with a time that must be in the future, within a limit. */
  ahead?: string
}

/** Each form field is the column of its name, as text unless `others` says otherwise. */
const columnsOf = <Field extends string>(
  { entries }: { entries: Record<Field, unknown> },
  others: Partial<Record<Field, SqlType>>,
): Record<string, SqlType> => ({
  ...Object.fromEntries(Object.keys(entries).map((field) => [field, 'text' as const])),
  ...others,
})

const ofBothForms = { id: 'uuid', fill_seconds: 'real', session_id: 'uuid' } as const

const bookings = {
  name: 'strategy_call_bookings',
  schema: bookingSchema,
  columns: columnsOf(bookingSchema, {
    ...ofBothForms,
    preferred_time: 'timestamp with time zone',
    picked: 'boolean',
  }),
  ahead: 'preferred_time',
} as const satisfies TablePolicy

const messages = {
  name: 'contact_messages',
  schema: messageSchema,
  columns: columnsOf(messageSchema, ofBothForms),
} as const satisfies TablePolicy

const interactions = {
  name: 'user_interactions',
  schema: interactionSchema,
  inOrder: (row) => interactionInOrder(row) as Row | null,
  columns: columnsOf(interactionSchema, { id: 'uuid', session_id: 'uuid', event_data: 'jsonb' }),
} as const satisfies TablePolicy

export type TableName = (typeof bookings | typeof messages)['name']

/** All tables that accept forms from visitors. */
export const tables: ReadonlyMap<string, TablePolicy> = new Map<string, TablePolicy>([
  [bookings.name, bookings],
  [messages.name, messages],
  [interactions.name, interactions],
])
