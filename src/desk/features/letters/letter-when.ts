import { dayAndTime } from '#desk/lib/times.ts'
import type { OutboxRow } from '#shared/contract/outbox.ts'

export function letterWhen({ state, settled_at, due_at, created_at }: OutboxRow): string {
  const at = dayAndTime(new Date(settled_at ?? (state === 'waiting' ? due_at : created_at)))
  switch (state) {
    case 'waiting':
      return `due ${at}`
    case 'sending':
      return 'on its way'
    case 'sent':
      return at
    case 'dropped':
      return `not sent, ${at}`
    case 'failed':
      return `given up ${at}`
  }
}
