import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#desk/lib/door.ts'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { OwnersOnly, Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice, LoadError } from '#desk/lib/problem.tsx'
import { teamMembersQuery } from '#desk/lib/team-members.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { roleWords } from '#desk/lib/words.ts'
import { type StaffRole, staffRoles } from '#shared/contract/team.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { invite } from './api.ts'
import { MemberRow } from './member-row.tsx'

export function Screen() {
  const me = useMe()
  const [isInviting, setInviting] = useState(false)
  const { data, error, refetch } = useQuery(teamMembersQuery)
  if (me.role !== 'owner') return <OwnersOnly title="Team" />
  return (
    <Page
      title="Team"
      actions={
        <Button look="signal" onClick={() => setInviting(true)}>
          Invite a member
        </Button>
      }
    >
      <p className={pieces.about}>
        <strong>Owners</strong> can do everything. <strong>Agents</strong> handle bookings and messages, and export
        them. <strong>Viewers</strong> can read everything but cannot change anything. Everyone signs in with two-step
        verification.
      </p>
      {data ? (
        <ul className={pieces.bounded}>
          {data.map((person) => (
            <MemberRow key={person.id} person={person} isMe={person.id === me.id} />
          ))}
        </ul>
      ) : error ? (
        <LoadError title="The team could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={3} />
      )}
      <Invitation isOpen={isInviting} onClose={() => setInviting(false)} />
    </Page>
  )
}

const fields = [
  { name: 'email', label: 'Email address', type: 'email', required: true, autocomplete: 'off' },
  { name: 'name', label: 'Name', type: 'text', required: false, autocomplete: 'off' },
] as const

const roles = {
  name: 'role',
  label: 'Role',
  type: 'select',
  required: true,
  placeholder: 'Choose a role',
  options: staffRoles.toReversed().map((value) => ({ value, label: roleWords[value] })),
} as const

interface InvitationProps {
  isOpen: boolean
  onClose: () => void
}

/** Invites a member by email. The link in the email is valid for a few days. */
export function Invitation({ isOpen, onClose }: InvitationProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: invite,
    onSuccess: (isSent, { email }) => {
      showToast(
        isSent ? `An invitation is on its way to ${email}.` : `${email} already had an account and now has access.`,
      )
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamMembersQuery.queryKey }),
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
      title="Invite a member"
      description="The new member gets an email with a link, chooses a password and sets up two-step verification."
    >
      <form className={layout.column} onSubmit={handleSubmit(send)}>
        {fields.map((spec) => (
          <Field key={spec.name} spec={spec} idPrefix="invite" optional="optional" />
        ))}
        <Field spec={roles} idPrefix="invite" optional="optional" defaultValue="agent" />
        <ErrorNotice error={error} />
        <WhenOnline says>
          <Button look="signal" type="submit" disabled={isPending}>
            {isPending ? 'Inviting…' : 'Send invitation'}
          </Button>
        </WhenOnline>
      </form>
    </Dialog>
  )
}
