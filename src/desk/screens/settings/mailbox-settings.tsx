import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailboxFaultWords } from '#content/mailbox-faults.ts'
import { DraftNote, useFormDraft } from '#desk/lib/draft.tsx'
import { CheckField, handleSubmit, LabeledInput, passwordOf, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { isOwnServer } from '#desk/lib/server.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import type { DeskMailbox, MailboxInput } from '#shared/contract/team-mailbox.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { mailboxQuery, removeMailbox, saveMailbox, testMailbox } from './api.ts'
import css from './settings.module.css'

/** Connects the mailbox in which the team gets visitors' answers. */
export function MailboxSettings() {
  const { data, error } = useQuery({ ...mailboxQuery, enabled: isOwnServer })
  if (!isOwnServer) return null
  return (
    <Section
      title="Mailbox"
      text="Visitors answer your emails in their own mail program. Connect the mailbox that gets these answers, and they appear in the booking or message. The server only reads: it never changes or deletes an email."
    >
      <div className={layout.column}>
        <ErrorNotice error={error} />
        {data !== undefined && (
          <>
            {data && <MailboxStatus mailbox={data} />}
            <MailboxForm key={data?.connected_at} mailbox={data} />
          </>
        )}
      </div>
    </Section>
  )
}

function MailboxStatus({ mailbox }: { mailbox: NonNullable<DeskMailbox> }) {
  const { fault, failing_since, connected_at, read_at, host, username } = mailbox
  return (
    <>
      {fault && (
        <p className={pieces.problem} role="alert">
          {failing_since && `Not read since ${dayAndTime(new Date(failing_since))}. `}
          {mailboxFaultWords[fault]}
        </p>
      )}
      <dl className={`${layout.anywhere} ${pieces.facts}`}>
        <dt>Connected</dt>
        <dd>
          {username} on {host}, since {dayAndTime(new Date(connected_at))}
        </dd>
        <dt>Last read</dt>
        <dd>{read_at ? dayAndTime(new Date(read_at)) : 'never'}</dd>
      </dl>
    </>
  )
}

function MailboxForm({ mailbox }: { mailbox: DeskMailbox }) {
  const queryClient = useQueryClient()
  const draft = useFormDraft('mailbox', 'Mailbox', () => ({}))
  const [saves, setSaves] = useState(0)
  const test = useMutation({ mutationFn: testMailbox })
  const save = useMutation({
    mutationFn: saveMailbox,
    onSuccess: (saved) => {
      queryClient.setQueryData(mailboxQuery.queryKey, saved)
      // Empties the password.
      setSaves(saves + 1)
      draft.set(null)
      test.reset()
      showToast(`Mailbox ${saved?.username} connected.`)
    },
  })
  const remove = useMutation({
    mutationFn: removeMailbox,
    onSuccess: () => {
      queryClient.setQueryData(mailboxQuery.queryKey, null)
      showToast('Mailbox disconnected. Emails that were read stay in their records.')
    },
  })
  const isBusy = test.isPending || save.isPending || remove.isPending
  const submit = (form: FormData, isTest: boolean) => {
    save.reset()
    test.reset()
    if (isTest) test.mutate(inputOf(form))
    else save.mutate(inputOf(form))
  }
  return (
    <form
      key={saves}
      className={`${layout.column} ${css.form}`}
      onSubmit={handleSubmit((form) => submit(form, false))}
      {...draft.form}
    >
      <LabeledInput
        label="IMAP server"
        name="host"
        defaultValue={mailbox?.host}
        longest={253}
        autoComplete="off"
        required
      />
      <LabeledInput
        label="Port"
        name="port"
        type="number"
        min={1}
        max={65_535}
        defaultValue={mailbox?.port ?? 993}
        hint="Usually 993. The connection is always encrypted."
        required
      />
      <LabeledInput
        label="Username"
        name="username"
        defaultValue={mailbox?.username}
        longest={254}
        hint="Usually the email address."
        autoComplete="off"
        required
      />
      <LabeledInput
        label="Password"
        name="password"
        type="password"
        hint={
          mailbox
            ? 'Leave this empty to keep the password.'
            : 'Use an app password if your provider offers one. It is stored encrypted and is never shown again.'
        }
        autoComplete="new-password"
        required={!mailbox}
      />
      <CheckField
        name="makes_messages"
        className={layout.whole}
        defaultChecked={mailbox?.makes_messages ?? false}
        label="Emails that belong to no booking or message become new messages"
        says="Otherwise they stay in the mailbox only."
      />
      <ErrorNotice error={save.error ?? test.error ?? remove.error} className={layout.whole} />
      {test.data && (
        <p className={`${pieces.said} ${layout.whole}`} role="status">
          The connection works: {countWithNoun(test.data.emails, 'email')} in the inbox.{' '}
          {test.data.idle ? 'New emails appear within seconds.' : 'New emails appear within a minute.'}
        </p>
      )}
      <div className={`${layout.bar} ${layout.whole}`}>
        <WhenOnline>
          <Button type="submit" look="signal" disabled={isBusy}>
            {save.isPending ? 'Connecting…' : mailbox ? 'Save mailbox' : 'Connect mailbox'}
          </Button>
          <Button
            disabled={isBusy}
            onClick={({ currentTarget: { form } }) => form?.reportValidity() && submit(new FormData(form), true)}
          >
            {test.isPending ? 'Testing…' : 'Test connection'}
          </Button>
          {mailbox && (
            <Button disabled={isBusy} onClick={() => remove.mutate()}>
              Disconnect
            </Button>
          )}
        </WhenOnline>
        <DraftNote {...draft} isChange={mailbox !== null} />
      </div>
    </form>
  )
}

const inputOf = (form: FormData): MailboxInput => ({
  host: textOf(form, 'host'),
  port: Number(textOf(form, 'port')),
  username: textOf(form, 'username'),
  password: passwordOf(form, 'password'),
  makes_messages: form.has('makes_messages'),
})
