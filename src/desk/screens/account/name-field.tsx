import { lengthWords } from '#content/form-field.ts'
import { Field } from '#ui/field.tsx'

const longest = 60

/** What to call a device or a passkey. */
export const NameField = ({ idPrefix, such }: { idPrefix: string; such: string }) => (
  <Field
    spec={{
      name: 'name',
      label: 'What do you call it?',
      type: 'text',
      required: true,
      autocomplete: 'off',
      longest,
    }}
    idPrefix={idPrefix}
    lengthWords={lengthWords}
    hint={`So that you know it again, such as ‘${such}’.`}
  />
)
