import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#desk/lib/door.ts'
import { sends, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { OwnersOnly, Page } from '#desk/lib/page.tsx'
import { peopleQuery } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { NotLoaded, Problem } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { roleWords } from '#desk/lib/words.ts'
import { type StaffRole, staffRoles } from '#shared/contract/desk-people.ts'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { invite } from './api.ts'
import { PersonRow } from './person-row.tsx'

/** Who works at the desk, and as what. */
export function Screen() {
  const me = useMe()
  const [isInviting, setInviting] = useState(false)
  const { data, error, refetch } = useQuery(peopleQuery)
  if (me.role !== 'owner') return <OwnersOnly title="People" />
  return (
    <Page
      title="People"
      actions={
        <Button look="signal" onClick={() => setInviting(true)}>
          Invite somebody
        </Button>
      }
    >
      <p className={pieces.about}>
        <strong>Owners</strong> do everything. <strong>Agents</strong> answer bookings and messages and export
        them. <strong>Viewers</strong> read. Everybody signs in with a second step.
      </p>
      {data ? (
        <ul className={pieces.bounded}>
          {data.map((person) => (
            <PersonRow key={person.id} person={person} isMe={person.id === me.id} />
          ))}
        </ul>
      ) : error ? (
        <NotLoaded title="The people could not be fetched" error={error} onRetry={() => void refetch()} />
      ) : (
        <Bones lines={3} />
      )}
      <Invitation isOpen={isInviting} onClose={() => setInviting(false)} />
    </Page>
  )
}

const fields = [
  { name: 'email', label: 'E-mail address', type: 'email', required: true, autocomplete: 'off' },
  { name: 'name', label: 'Name', type: 'text', required: false, autocomplete: 'off' },
] as const

const roles = {
  name: 'role',
  label: 'Role',
  type: 'select',
  required: true,
  placeholder: 'Choose one',
  options: staffRoles.toReversed().map((value) => ({ value, label: roleWords[value] })),
} as const

interface InvitationProps {
  isOpen: boolean
  onClose: () => void
}

/** Asks whom to invite; the letter has a link that is good for a few days. */
export function Invitation({ isOpen, onClose }: InvitationProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: invite,
    onSuccess: (isSent, { email }) => {
      tell(
        isSent
          ? `An invitation is on its way to ${email}.`
          : `${email} had an account, and has a place here now.`,
      )
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  })
  const send = (form: FormData) => {
    const role = textOf(form, 'role') as StaffRole
    mutate({ email: textOf(form, 'email'), name: textOf(form, 'name'), role })
  }
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Invite somebody"
      description="They get a letter with a link, choose a password and set up a second step."
    >
      <form className={layout.column} onSubmit={sends(send)}>
        {fields.map((spec) => (
          <Field key={spec.name} spec={spec} idPrefix="invite" optional="optional" />
        ))}
        <Field spec={roles} idPrefix="invite" optional="optional" defaultValue="agent" />
        <Problem error={error} />
        <WhenOnline says>
          <Button look="signal" type="submit" disabled={isPending}>
            {isPending ? 'Inviting…' : 'Send the invitation'}
          </Button>
        </WhenOnline>
      </form>
    </Dialog>
  )
}
