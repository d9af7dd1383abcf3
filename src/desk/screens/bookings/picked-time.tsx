import type { BookingRecord } from '#shared/contract/desk-records.ts'
import layout from '#ui/layout.module.css'
import { hostsForCall } from './api.ts'
import { heldWords } from './host-words.ts'
import { useHosts } from './use-hosts.ts'

/** That the visitor took their time from the free ones and, while nobody has answered, whether it is held. */
export function PickedTime({ booking }: { booking: BookingRecord['booking'] }) {
  const isOpen = booking.status === 'new'
  const { data: hosts } = useHosts(
    hostsForCall(booking.id, new Date(booking.preferred_time)),
    booking.picked && isOpen,
  )
  if (!booking.picked) return null
  const held =
    isOpen && hosts ? (heldWords(hosts) ?? 'Picked from the free times, and not held for them.') : null
  return <p className={layout.note}>{held ?? 'Picked from the free times.'}</p>
}
