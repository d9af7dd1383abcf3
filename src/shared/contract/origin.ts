import * as v from 'valibot'
import { trimPageUrl, trimReferrer } from '#shared/lib/page-url.ts'
import { freeText } from './fields.ts'

/** Longest accepted address, in characters. */
const longest = 2000

/** An address as it is stored: without what could name a person; null where that leaves nothing. */
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
 * Where the sender of a form came from, in both forms: the tracked visit, its first address and the site before it.
 * Nobody has to send them; a browser that refuses to be tracked never does. What they mean is the database's to say.
 */
export const originFields = {
  session_id: v.optional(v.nullable(v.pipe(v.string('must be text'), v.uuid('must be a UUID')))),
  landing_page: address(trimPageUrl),
  referrer: address(trimReferrer),
}

/** Columns that no visitor is asked for. */
export type OriginField = keyof typeof originFields
