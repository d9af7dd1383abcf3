import type { GenericSchema } from 'valibot'
import type { Row } from '#server/lib/query-grammar/types.ts'
import { type Booking, bookingSchema } from '#shared/contract/booking.ts'
import { type Interaction, interactionLimits, interactionSchema } from '#shared/contract/interaction.ts'
import { interactionInOrder } from '#shared/contract/interaction-in-order.ts'
import { type Message, messageSchema } from '#shared/contract/message.ts'
import type { OriginField } from '#shared/contract/origin.ts'
import type { SqlType } from './types.ts'

/** What a visitor may insert into one table. The same rules stand in the database, which has the last word. */
export interface TablePolicy {
  name: string
  schema: GenericSchema
  /** What the schema makes of a row, sooner; null for a row that the schema has to judge. */
  inOrder?: (row: Row) => Row | null
  /** The columns that a visitor may set. Every other column is as unknown here as one that does not exist. */
  columns: Readonly<Record<string, SqlType>>
  /** The column of an instant that must lie ahead, and not too far. */
  ahead?: string
  /** Rows in one request at most. */
  mostRows?: number
}

/** Where the sender came from, the same in both forms. */
const origin = {
  session_id: 'uuid',
  landing_page: 'text',
  referrer: 'text',
} as const satisfies Record<OriginField, SqlType>

const bookings = {
  name: 'strategy_call_bookings',
  schema: bookingSchema,
  columns: {
    id: 'uuid',
    name: 'text',
    email: 'text',
    company: 'text',
    phone: 'text',
    current_challenges: 'text',
    team_size: 'text',
    preferred_time: 'timestamp with time zone',
    time_zone: 'text',
    message: 'text',
    monthly_revenue: 'text',
    budget_note: 'text',
    fill_seconds: 'real',
    filled_by: 'text',
    ...origin,
  } satisfies Record<keyof Booking, SqlType>,
  ahead: 'preferred_time',
} as const satisfies TablePolicy

const messages = {
  name: 'contact_messages',
  schema: messageSchema,
  columns: {
    id: 'uuid',
    name: 'text',
    email: 'text',
    company: 'text',
    message: 'text',
    inquiry_type: 'text',
    budget_note: 'text',
    fill_seconds: 'real',
    filled_by: 'text',
    ...origin,
  } satisfies Record<keyof Message, SqlType>,
} as const satisfies TablePolicy

const interactions = {
  name: 'user_interactions',
  schema: interactionSchema,
  inOrder: (row) => interactionInOrder(row) as Row | null,
  columns: {
    id: 'uuid',
    session_id: 'uuid',
    event_type: 'text',
    event_data: 'jsonb',
    page_url: 'text',
    user_agent: 'text',
    referrer: 'text',
  } satisfies Record<keyof Interaction, SqlType>,
  mostRows: interactionLimits.rows,
} as const satisfies TablePolicy

export type TableName = (typeof bookings | typeof messages)['name']

/** Every table that takes what strangers send by a form of ours. */
export const tables: ReadonlyMap<string, TablePolicy> = new Map<string, TablePolicy>([
  [bookings.name, bookings],
  [messages.name, messages],
  [interactions.name, interactions],
])
