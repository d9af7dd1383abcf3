import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OpenItem } from '#desk/features/inbox/inbox.tsx'
import { OpenRecord } from '#desk/features/record/open-record.tsx'
import { useWish } from '#desk/features/record/use-wish.ts'
import { mayWork, useMe } from '#desk/lib/door.ts'
import type { MessageRow } from '#shared/contract/desk-rows.ts'
import { messageRecord } from './api.ts'
import { MessageDetails } from './message-details.tsx'

/** One message, all of it, and what can be done with it. */
export function MessageRecord({ item }: { item: OpenItem<MessageRow> }) {
  const isWorker = mayWork(useMe())
  const query = useQuery(messageRecord(item.id))
  const note = useRef<HTMLTextAreaElement>(null)
  const choice = useRef<HTMLSelectElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const message = query.data?.message
  useWish(item, message !== undefined, {
    act: () => message?.status === 'new' && main.current?.click(),
    note: () => note.current?.focus(),
    assign: () => choice.current?.focus(),
  })
  return (
    <OpenRecord one="message" query={query} head={message ?? item.row} onClose={item.onClose}>
      {(record) => (
        <MessageDetails record={record} mayWork={isWorker} main={main} note={note} choice={choice} />
      )}
    </OpenRecord>
  )
}
