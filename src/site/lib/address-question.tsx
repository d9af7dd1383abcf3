import { useEffect, useId, useRef, useState } from 'react'
import { formHelp } from '#content/form-help.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './address-question.module.css'
import { type Slip, slipIn } from './address-slip.ts'

const { meant, take, noEnding } = formHelp.address

/** Asks about an e-mail address that looks like a typing error, once its field loses the focus. It never blocks. */
export function AddressQuestion({ fieldId }: { fieldId: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [slip, setSlip] = useState<Slip | null>(null)

  useEffect(() => {
    const element = document.getElementById(fieldId) as HTMLInputElement | null
    field.current = element
    if (!element) return
    const ask = () => void released().then(() => setSlip(slipIn(element.value)))
    const forget = () => setSlip(null)
    // The field has just lost the focus, which is why this part was loaded.
    ask()
    element.addEventListener('blur', ask)
    element.addEventListener('input', forget)
    return () => {
      element.removeEventListener('blur', ask)
      element.removeEventListener('input', forget)
    }
  }, [fieldId])

  const use = (address: string) => {
    const element = field.current
    if (!element) return
    element.value = address
    // Dispatches an input event, so that the form handles the change like typing.
    element.dispatchEvent(new Event('input', { bubbles: true }))
    element.focus()
  }

  return (
    <div className={`${layout.bar} ${css.question}`} role="status">
      {slip && (
        <>
          <p id={id}>
            {slip.meant === null ? (
              noEnding
            ) : (
              <>
                {meant[0]} <strong className={layout.anywhere}>{slip.meant}</strong>
                {meant[1]}
              </>
            )}
          </p>
          {slip.meant !== null && (
            <Button size="small" aria-describedby={id} onClick={() => slip.meant && use(slip.meant)}>
              {take}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** A layout shift must not move the button under a click: a press that blurs the field is finished first. */
async function released(): Promise<void> {
  do await new Promise((over) => setTimeout(over, 50))
  while (document.querySelector(':active'))
}
