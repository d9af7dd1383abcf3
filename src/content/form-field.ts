import { counted, plural } from './tree.ts'
import { words } from './words.ts'

export interface FieldOption<Value extends string = string> {
  value: Value
  label: string
}

export interface FieldWords<Name extends string> {
  name: Name
  label: string
  required: boolean
  /** Value of the HTML attribute `autocomplete`. */
  autocomplete: string
  /** The label of a select's first option, which is empty. */
  placeholder?: string
  hint?: string
  /** The maximum length that the server accepts, in characters after trimming. */
  longest?: number
}

/** One field of a public form. The browser's form and the server's plain page both render the field. */
export type FormField<Name extends string = string> = FieldWords<Name> &
  (
    | { type: 'text' | 'email' | 'tel' | 'datetime-local' | 'textarea' }
    | { type: 'select'; options: readonly FieldOption[] }
  )

/** The options of a select, in the order of `labels`. */
export const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map(
    (value): FieldOption<Value> => ({
      value,
      get label() {
        return labels[value]
      },
    }),
  )

/** Shown under an email address that looks mistyped. */
export const addressWords = words('addressWords', {
  /** The words before and after the suggested email address. */
  meant: ['Did you mean', '?'],
  take: 'Yes, use this address',
  noEnding: 'The address needs an ending such as .com. Is it complete?',
} as const)

export const formWords = words('formWords', {
  /** Shown in both forms: how we use the data, and how long we keep it. This wording is true for all settings. */
  notice: 'We use your details only to answer you. We erase them when you ask, if not sooner. More:',
  /** Replaces a form if JavaScript is off, and links to the same form on a page that the server renders. */
  link: 'Continue to the form',
  left: counted('1 character left.', '{count} characters left.'),
  over: counted(
    '1 character too many. The limit is {limit}.',
    '{count} characters too many. The limit is {limit}.',
    'limit',
  ),
} as const)

/**
 * Shown under a text field whose text is near or over the limit: how many more characters fit, or how many are too
 * many. The text is never truncated.
 */
export const lengthWords = {
  left: (n: number) => plural(n, formWords.left),
  over: (n: number, longest: number) => plural(n, formWords.over, longest.toLocaleString('en')),
} as const
