import { orThrow, useAttempt } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { signInServices } from '#desk/lib/server.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { Button } from '#ui/button.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import layout from '#ui/layout.module.css'
import css from './entry.module.css'

/** The services by which the operator lets people sign in. Each leads away, and back to the page that is shown now. */
export function ServiceButtons() {
  const { isBusy, problem, attempt } = useAttempt()
  const goTo = (name: string) =>
    attempt(async () => {
      const redirectTo = location.origin + location.pathname + location.search
      // The client's type knows the services that Supabase offers; an operator names their own.
      orThrow(await supabase.auth.signInWithOAuth({ provider: name as 'google', options: { redirectTo } }))
    })
  if (signInServices.length === 0) return null
  return (
    <div className={`${layout.stack} ${pieces.listed} ${css.other}`}>
      {problem && <FormProblem failure={problem} />}
      {signInServices.map((name) => (
        <Button key={name} look="plain" disabled={isBusy} onClick={() => void goTo(name)}>
          Continue with {nameOf(name)}
        </Button>
      ))}
    </div>
  )
}

const nameOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ')
