import { useQueryClient } from '@tanstack/react-query'
import { devicesKey } from '#desk/features/second-factor/api.ts'
import { addPasskey, passkeyInWords } from '#desk/features/second-factor/passkey.tsx'
import controls from '#desk/lib/controls.module.css'
import { sends, textOf } from '#desk/lib/form.tsx'
import { useAttempt } from '#desk/lib/mutations.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import { tell } from '#ui/toast.tsx'
import { NameField } from './name-field.tsx'

/** Adds a passkey: first its name, then the browser's own window. */
export function NewPasskey({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { isBusy, problem, attempt } = useAttempt(passkeyInWords)
  const add = async (name: string) => {
    if (!(await attempt(() => addPasskey(name)))) return
    tell(`${name} is added.`)
    onClose()
    void queryClient.invalidateQueries({ queryKey: devicesKey })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add a passkey"
      description="This device, your phone or a security key then opens the desk by your finger, face or PIN. No other site can ask for it."
    >
      <form className={controls.form} onSubmit={sends((fields) => add(textOf(fields, 'name') || 'Passkey'))}>
        <NameField idPrefix="passkey" such="Work laptop" />
        {problem && <FormProblem failure={problem} />}
        <Button look="signal" type="submit" disabled={isBusy}>
          {isBusy ? 'Your device is asking…' : 'Make the passkey'}
        </Button>
      </form>
    </Dialog>
  )
}
