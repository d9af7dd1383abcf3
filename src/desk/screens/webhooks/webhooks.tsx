import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '#desk/features/second-factor/device-setup.tsx'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { OwnersOnly, Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import { webhookLimits } from '#shared/contract/webhooks.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { hooksQuery } from './api.ts'
import { HookCard } from './hook-card.tsx'
import { HookForm } from './hook-form.tsx'
import css from './webhooks.module.css'

const firstSteps =
  'In the other program, find the “incoming webhook” or “webhook trigger” setting. It shows an address that starts with https://. Add that address here.'

export function Screen() {
  const me = useMe()
  const { data, error, refetch } = useQuery({ ...hooksQuery, enabled: me.role === 'owner' })
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  if (me.role !== 'owner') return <OwnersOnly title="Webhooks" />
  const add = isOwnServer && (
    <Button look="signal" onClick={() => setAdding(true)}>
      Add a webhook
    </Button>
  )
  return (
    <Page title="Webhooks" actions={data && data.length > 0 && data.length < webhookLimits.count ? add : undefined}>
      <p className={pieces.about}>
        A webhook notifies another program, such as a CRM, a team chat or an automation service, as soon as something
        happens here. That program gives you an address. When one of the selected events happens, this server sends the
        details to that address, signed so that the program can verify the sender.
      </p>
      {data?.length === 0 && (
        <EmptyState title="No webhooks yet" text={isOwnServer ? firstSteps : projectLacks.webhooks}>
          {add}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={`${pieces.sections} ${pieces.bounded} ${css.hooks}`}>
          {data.map((hook) => (
            <HookCard key={hook.id} hook={hook} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {!data && !error && <Skeleton lines={3} />}
      {error && !data && (
        <LoadError title="The webhooks could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      <HookForm isOpen={isAdding} hook={null} onClose={() => setAdding(false)} onSecret={setSecret} />
      <HookSecret secret={secret} onClose={() => setSecret(null)} />
    </Page>
  )
}

const check = `import { Webhook } from 'standardwebhooks'

const event = new Webhook(secret).verify(rawBody, headers)`

interface HookSecretProps {
  secret: string | null
  onClose: () => void
}

/** Shows a new secret once, and explains how to use it. */
export function HookSecret({ secret, onClose }: HookSecretProps) {
  return (
    <Dialog
      isOpen={secret !== null}
      onClose={onClose}
      title="Your signing secret"
      description="This secret is shown only once. Enter it in the other program, in the field for a signing secret. Anyone who has it can send events in our name."
    >
      <p className={controls.secret}>{secret}</p>
      <CopyButton text={secret ?? ''} says="Copy secret" />
      <details className={`${layout.tight} ${layout.small} ${css.check}`}>
        <summary>For developers</summary>
        <p>Events are signed according to Standard Webhooks, which has libraries for most languages. In JavaScript:</p>
        <pre className={`${layout.mono} ${layout.anywhere}`}>{check}</pre>
        <p>
          Pass the raw, unparsed body. verify() throws an error if the event is not from us or is older than five
          minutes. Respond with any 2xx status within ten seconds. An event may arrive twice, with the same webhook-id
          header.
        </p>
      </details>
      <Button look="signal" onClick={onClose}>
        Done
      </Button>
    </Dialog>
  )
}
