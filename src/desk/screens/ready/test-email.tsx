import { queryOptions, useQueryClient } from '@tanstack/react-query'
import controls from '#desk/lib/controls.module.css'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { deliveryProblemOf } from '#desk/lib/letter-words.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { requestServer } from '#desk/lib/supabase.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { testLetterResultSchema } from '#shared/contract/letter-previews.ts'
import { launchChecklistSchema, mailConfirmedSchema } from '#shared/contract/operations.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import css from './ready.module.css'

const field = {
  name: 'code',
  label: 'Code from the email',
  type: 'text',
  required: true,
  autocomplete: 'off',
} as const

/** Sends a test email to the user. The user enters the code from the email to confirm that it arrived. */
export function TestEmail({ code }: { code: string }) {
  const queryClient = useQueryClient()
  const send = useMutation({ mutationFn: sendMailProof })
  const confirm = useMutation({
    mutationFn: confirmMailProof,
    onSuccess: () => {
      showToast('Confirmed: emails arrive.')
      return queryClient.invalidateQueries({ queryKey: ['ready'] })
    },
  })
  const { data } = send
  const fault =
    data && !data.sent ? deliveryProblemOf({ reason: data.reason, may_have_arrived: data.isDoubtful }) : null
  return (
    <div className={`${layout.column} ${css.proof}`}>
      <WhenOnline>
        <Button disabled={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending…' : 'Send me a test email'}
        </Button>
      </WhenOnline>
      {data?.sent && (
        <p role="status">
          The mail server accepted the email for {data.to}. If it does not arrive, check your spam folder.
        </p>
      )}
      {fault && (
        <div className={`${pieces.problem} ${layout.anywhere}`} role="alert">
          <p>
            <strong>{fault.says}</strong> {fault.todo}
          </p>
          {data?.reason && <p className={layout.mono}>{data.reason}</p>}
        </div>
      )}
      <ErrorNotice error={send.error} className={layout.anywhere} />
      <form
        className={`${controls.form} ${pieces.full}`}
        onSubmit={handleSubmit((fields) => confirm.mutate(textOf(fields, 'code')))}
      >
        <Field spec={field} idPrefix="ready" defaultValue={code} />
        <ErrorNotice error={confirm.error} className={layout.anywhere} />
        <WhenOnline>
          <Button type="submit" disabled={confirm.isPending}>
            Confirm
          </Button>
        </WhenOnline>
      </form>
    </div>
  )
}

/** All checks. The checks query name servers and our own URL, so they are not repeated automatically. */
export const readyQuery = queryOptions({
  queryKey: ['ready'],
  // One check compares this computer's clock with the server's.
  queryFn: () => requestServer(launchChecklistSchema, '/ready/v1/checks', { now: Date.now() }),
  staleTime: 60_000,
})

const sendMailProof = () => requestServer(testLetterResultSchema, '/ready/v1/letter', {})
const confirmMailProof = (code: string) => requestServer(mailConfirmedSchema, '/ready/v1/letter/confirmation', { code })
