import type { FieldSpec } from '#ui/field.tsx'

/** The address by which somebody signs in. */
export const emailField: FieldSpec = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  required: true,
  autocomplete: 'username',
}
