import { part } from '#site/lib/parts.ts'

/** Loaded once the page is interactive; without script phones use the buttons in the page. */
export const loadBookingBar = part(() => import('#site/features/booking/booking-bar.tsx'))

/** Needed when a form fails after the visitor has left it during the request. */
export const loadMissedFailure = part(() => import('./missed-failure.tsx'))

/** Needed after a booking; prefetched by then, so that it needs no connection. */
export const loadReceipt = part(() => import('#site/features/booking/booking-receipt.tsx'))
