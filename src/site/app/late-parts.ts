import { part } from '#site/lib/parts.ts'

/** The element that the dialogs stand in, beside the one of the page. */
export const dialogsId = 'dialogs'

/** Where the dialogs come to life. */
export const loadDialogs = part(() => import('./dialogs.tsx'))

/** Wanted when a form fails that was left while it was being sent. */
export const loadMissedFailure = part(() => import('./missed-failure.tsx'))

/** Wanted after a booking; by then it has been fetched ahead, so that it needs no connection. */
export const loadReceipt = part(() => import('#site/features/booking/booking-receipt.tsx'))
