import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lengthWords } from '#content/form-field.ts'
import { NewPasswordForm } from '#desk/features/new-password/new-password-form.tsx'
import controls from '#desk/lib/controls.module.css'
import { refreshAuthState, useMe } from '#desk/lib/door.ts'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { useAttempt } from '#desk/lib/mutations.ts'
import { Page, Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { supabase } from '#desk/lib/supabase.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { roleWords } from '#desk/lib/words.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import css from './account.module.css'
import { RecoveryCodesSection } from './recovery-codes.tsx'
import { TwoStepVerification } from './second-step.tsx'
import { SessionsSection, saveName, sessionsQuery } from './sessions.tsx'

/** The user's profile, sessions and ways to sign in. */
export function Screen() {
  return (
    <Page title="My account">
      <div className={pieces.sections}>
        <ProfileSection />
        <SessionsSection />
        <TwoStepVerification />
        <RecoveryCodesSection />
        <PasswordSection />
      </div>
    </Page>
  )
}

/** The user's name, email address, role and emails. Users can change only their own name and emails. */
export function ProfileSection() {
  const me = useMe()
  const { isBusy, problem, attempt } = useAttempt()
  const save = async (name: string) => {
    if (await attempt(() => saveName(name))) showToast('Name saved.')
  }
  const setEmails = (wanted: boolean) =>
    attempt(async () => {
      dataOrThrow(await supabase.rpc('set_assignment_emails', { wanted }))
      await refreshAuthState()
    })
  return (
    <Section title="You" text="The team sees your name next to your actions. Only an owner can change your role.">
      <dl className={`${pieces.facts} ${layout.anywhere} ${css.facts}`}>
        <dt>Email address</dt>
        <dd>{me.email}</dd>
        <dt>Role</dt>
        <dd>{roleWords[me.role]}</dd>
      </dl>
      <form className={controls.form} onSubmit={handleSubmit((fields) => save(textOf(fields, 'name')))}>
        <Field
          spec={{
            name: 'name',
            label: 'Name',
            type: 'text',
            required: true,
            autocomplete: 'name',
            longest: 80,
          }}
          idPrefix="me"
          lengthWords={lengthWords}
          defaultValue={me.name}
        />
        {problem && <FormProblem failure={problem} />}
        <WhenOnline>
          <Button type="submit" disabled={isBusy}>
            Save name
          </Button>
          <label className={controls.check}>
            <input
              type="checkbox"
              checked={me.assignment_emails !== false}
              onChange={({ target }) => void setEmails(target.checked)}
            />
            Email me when colleagues assign something to me, at most once an hour
          </label>
        </WhenOnline>
      </form>
    </Section>
  )
}

export function PasswordSection() {
  const me = useMe()
  const queryClient = useQueryClient()
  const [times, setTimes] = useState(0)
  const done = () => {
    showToast('Your new password is active. You have been signed out everywhere else.')
    // A new key remounts the form, which clears its fields.
    setTimes(times + 1)
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  return (
    <Section
      title="Password"
      text="Changing your password signs you out everywhere else. We will confirm the change by email."
    >
      <div className={controls.form}>
        <NewPasswordForm key={times} email={me.email} submit="Change password" onDone={done} />
      </div>
    </Section>
  )
}
