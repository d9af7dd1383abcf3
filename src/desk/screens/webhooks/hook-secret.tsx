import { CopyButton } from '#desk/features/second-factor/device-setup.tsx'
import controls from '#desk/lib/controls.module.css'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import css from './webhooks.module.css'

const check = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(secret).verify(rawBody, headers)`

interface HookSecretProps {
  /** Null: nothing to show. */
  secret: string | null
  onClose: () => void
}

/** Shows a secret and its use. It is shown only once. */
export function HookSecret({ secret, onClose }: HookSecretProps) {
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={onClose}
      title="The secret, shown this once"
      description="Put it into the other program, where it asks for a signing secret. Whoever has it can send messages in our name."
    >
      <p className={controls.secret}>{secret}</p>
      <CopyButton text={secret ?? ''} says="Copy the secret" />
      <details className={`${layout.tight} ${layout.small} ${css.check}`}>
        <summary>For whoever programs the receiver</summary>
        <p>
          Messages are signed as the Standard Webhooks convention has it, for which there are libraries in
          most languages. With the one for JavaScript:
        </p>
        <pre className={`${layout.mono} ${layout.anywhere}`}>{check}</pre>
        <p>
          It takes the body as it came, before anything parses it, and throws when the message is not ours or
          older than five minutes. Answer with any 2xx within ten seconds. A message may come twice: the
          header webhook-id is the same then.
        </p>
      </details>
      <Button look="signal" onClick={onClose}>
        I have it
      </Button>
    </Dialog>
  )
}
