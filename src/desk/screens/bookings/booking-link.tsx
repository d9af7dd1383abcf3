import { getRouteApi, Link } from '@tanstack/react-router'
import type { RowLinkProps } from '#desk/features/inbox/table.tsx'

const route = getRouteApi('/bookings')

/** Opens a booking beside the list as it is. From one to the next is no step of its own in the browser's history. */
export function BookingLink({ item, ...rest }: RowLinkProps) {
  const { item: open } = route.useSearch()
  return (
    <Link
      {...rest}
      from="/bookings"
      to="."
      search={(now) => ({ ...now, item })}
      replace={open !== undefined}
      resetScroll={false}
    />
  )
}
