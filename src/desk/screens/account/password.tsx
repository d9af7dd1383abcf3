import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NewPasswordForm } from '#desk/features/new-password/new-password-form.tsx'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { Section } from '#desk/lib/page.tsx'
import { tell } from '#ui/toast.tsx'
import { sessionsQuery } from './api.ts'

/** A new password. */
export function Password() {
  const me = useMe()
  const queryClient = useQueryClient()
  const [times, setTimes] = useState(0)
  const done = () => {
    tell('Your new password is in force. Wherever else you were signed in, you are signed out.')
    // A new key remounts the form, so that it is empty.
    setTimes(times + 1)
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  return (
    <Section title="Password" text="A new one signs you out everywhere else, and we tell you by mail.">
      <div className={controls.form}>
        <NewPasswordForm key={times} email={me.email} submit="Change the password" onDone={done} />
      </div>
    </Section>
  )
}
