import controls from '#desk/lib/controls.module.css'
import { inWords } from '#desk/lib/failure.ts'
import { textOf } from '#desk/lib/form.ts'
import { useNames } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { Section } from '#desk/lib/section.tsx'
import { useMutation } from '#desk/lib/use-mutation.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { tell } from '#ui/toast.tsx'
import { endToken } from './api.ts'

const field = {
  name: 'token',
  label: 'The token',
  type: 'text',
  required: true,
  autocomplete: 'off',
} as const

/** Ends the session of a token that was found in a log, a mail or a repository. */
export function FoundToken() {
  const nameOf = useNames()
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: endToken,
    onSuccess: ({ what, member }) =>
      tell(
        what === 'token'
          ? 'That was a program’s token. It is worth nothing any more.'
          : `That was a session of ${nameOf(member)}. It has ended.`,
      ),
  })
  return (
    <Section
      title="A token that was found"
      text="In a log, a mail or a repository. It ends with the whole session that it belongs to; one of a program ends by itself."
    >
      <form
        className={controls.form}
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          // What failed is said below; the field keeps the token then.
          mutateAsync(textOf(new FormData(form), 'token')).then(
            () => form.reset(),
            () => {},
          )
        }}
      >
        <Field spec={field} idPrefix="emergency" />
        {error && (
          <p className={pieces.problem} role="alert">
            {inWords(error)}
          </p>
        )}
        <WhenOnline>
          <Button type="submit" disabled={isPending}>
            End it
          </Button>
        </WhenOnline>
      </form>
    </Section>
  )
}
