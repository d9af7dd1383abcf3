import { zones } from '#content/zones.ts'
import { Field } from '#ui/field.tsx'

/** Without script the visitor's time zone is unknown, so the form asks for it. */
export function ZoneSelect() {
  return (
    <noscript>
      {/* The content of `noscript` is never rendered by script, so the browser's bundle leaves it out. */}
      {import.meta.env.SSR && (
        <Field spec={{ ...zones, type: 'select', autocomplete: 'off', required: false }} idPrefix="booking" />
      )}
    </noscript>
  )
}
