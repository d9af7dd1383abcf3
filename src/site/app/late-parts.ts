import { part } from '#site/lib/parts.ts'

/** The root element of the dialogs, beside that of the page. */
export const dialogsId = 'dialogs'

/** The module that hydrates the dialogs. */
export const loadDialogs = part(() => import('./dialogs.tsx'))

/** Shown once the page answers: without script a phone has the buttons in the page. */
export const loadBookingBar = part(() => import('#site/features/booking/booking-bar.tsx'))

/** Needed when a form fails after the visitor has left it during the request. */
export const loadMissedFailure = part(() => import('./missed-failure.tsx'))

/** Needed after a booking; prefetched by then, so that it needs no connection. */
export const loadReceipt = part(() => import('#site/features/booking/booking-receipt.tsx'))
