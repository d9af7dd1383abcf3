import { zones } from '#content/zones.ts'
import { Field } from '#ui/field.tsx'

/** Without script nobody can tell the visitor's time zone, so the visitor is asked. */
export function ZoneSelect() {
  return (
    <noscript>
      {/* What stands in here is never drawn by script, so the browser's program does without it. */}
      {import.meta.env.SSR && (
        <Field spec={{ ...zones, type: 'select', autocomplete: 'off', required: false }} idPrefix="booking" />
      )}
    </noscript>
  )
}
