import { useQuery } from '@tanstack/react-query'
import type { OpenItem } from '#desk/features/inbox/inbox.tsx'
import { OpenRecord } from '#desk/features/record/open-record.tsx'
import { mayWork, useMe } from '#desk/lib/door.ts'
import type { MessageRow } from '#shared/contract/desk-rows.ts'
import { messageRecord } from './api.ts'
import { MessageDetails } from './message-details.tsx'

/** One message, all of it, and what can be done with it. */
export function MessageRecord({ item }: { item: OpenItem<MessageRow> }) {
  const isWorker = mayWork(useMe())
  const query = useQuery(messageRecord(item.id))
  return (
    <OpenRecord one="message" query={query} head={query.data?.message ?? item.row} item={item}>
      {(record) => <MessageDetails record={record} mayWork={isWorker} />}
    </OpenRecord>
  )
}
