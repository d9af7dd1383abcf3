import type { GenericSchema } from 'valibot'
import type { Row } from '#server/lib/query-grammar/types.ts'
import { bookingSchema } from '#shared/contract/booking.ts'
import { interactionSchema } from '#shared/contract/interaction.ts'
import { interactionInOrder } from '#shared/contract/interaction-in-order.ts'
import { messageSchema } from '#shared/contract/message.ts'
import type { SqlType } from './types.ts'

/** What a visitor may insert into one table. The same rules stand in the database, which has the last word. */
export interface TablePolicy {
  name: string
  schema: GenericSchema
  /** A faster way to the result of the schema; gives null for a row that the schema has to judge. */
  inOrder?: (row: Row) => Row | null
  /** The columns that a visitor may set. Every other column is as unknown here as one that does not exist. */
  columns: Readonly<Record<string, SqlType>>
  /** The column of an instant that must lie ahead, and not too far. */
  ahead?: string
}

/** Each field of a form is the column of its name, and text where nothing else is said. */
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

/** Every table that takes what strangers send by a form of ours. */
export const tables: ReadonlyMap<string, TablePolicy> = new Map<string, TablePolicy>([
  [bookings.name, bookings],
  [messages.name, messages],
  [interactions.name, interactions],
])
