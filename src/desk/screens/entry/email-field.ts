import type { FieldSpec } from '#ui/field-view.tsx'

/** The address by which somebody signs in. */
export const emailField: FieldSpec = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  required: true,
  autocomplete: 'username',
}
