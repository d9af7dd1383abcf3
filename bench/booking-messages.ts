import { randomUUID } from 'node:crypto'
import { bookingRow } from './booking-rows.ts'
import { blank, preparedMessages } from './prepared-messages.ts'

/** Requests to store one booking each, with the headers of the site, for one connection. */
export function bookingMessages(url: URL, key: string): () => Buffer {
  const headers = {
    apikey: key,
    Authorization: `Bearer ${key}`,
    'Content-Profile': 'public',
    Prefer: 'return=minimal',
  }
  return preparedMessages(url, headers, [JSON.stringify(bookingRow(blank))], () => {
    // The ids of the row and of its mailbox.
    const id = randomUUID()
    return () => id
  })
}
