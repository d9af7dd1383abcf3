import * as v from 'valibot'
import { trimPageUrl, trimReferrer } from '#shared/lib/page-url.ts'
import { freeText } from './fields.ts'

const longest = 2000

/** A stored address without personal data; null if nothing else is left. */
const address = (trim: (text: string) => string | null) =>
  v.optional(
    v.nullable(
      v.pipe(
        freeText(longest),
        v.transform((text) => text && trim(text)),
      ),
    ),
  )

/**
 * The origin of a form's sender, in both forms: the tracked visit, its first address and the site before it. All are
 * optional; a browser that refuses tracking never sends them. The database interprets them.
 */
export const originFields = {
  session_id: v.optional(v.nullable(v.pipe(v.string('must be text'), v.uuid('must be a UUID')))),
  landing_page: address(trimPageUrl),
  referrer: address(trimReferrer),
}

/** Columns that no form shows to visitors. */
export type OriginField = keyof typeof originFields
