import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { HiddenFields } from './hidden-fields.tsx'
import css from './plain-form.module.css'

interface PlainFormProps {
  action: string
  hidden: Readonly<Record<string, string | number | null>>
  submit: ReactNode
  children?: ReactNode
}

export const PlainForm = ({ action, hidden, submit, children }: PlainFormProps) => (
  <form className={css.form} method="post" action={action}>
    <HiddenFields values={hidden} />
    {children}
    {typeof submit === 'string' ? (
      <Button look="signal" type="submit">
        {submit}
      </Button>
    ) : (
      submit
    )}
  </form>
)
