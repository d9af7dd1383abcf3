import { useQueryClient } from '@tanstack/react-query'
import { lengthWords } from '#content/form-field.ts'
import controls from '#desk/lib/controls.module.css'
import { handleSubmit, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { type WebhookEvent, webhookEvents } from '#shared/contract/outbox.ts'
import { type WebhookInput, type WebhookRow, webhookLimits } from '#shared/contract/webhooks.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, dialogFooterClass } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { addHook, changeHook, hooksQuery } from './api.ts'
import { eventWords, hookName } from './hook-words.ts'
import css from './webhooks.module.css'

const address = {
  name: 'url',
  label: 'Address',
  type: 'text',
  required: true,
  autocomplete: 'off',
  longest: webhookLimits.url,
} as const
const name = {
  name: 'description',
  label: 'Name',
  type: 'text',
  required: false,
  autocomplete: 'off',
  longest: webhookLimits.description,
} as const

interface HookFormProps {
  isOpen: boolean
  hook: WebhookRow | null
  onClose: () => void
  onSecret: (secret: string) => void
}

export function HookForm({ isOpen, hook, onClose, onSecret }: HookFormProps) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (input: WebhookInput) => {
      if (hook) await changeHook(hook.id, input)
      else onSecret((await addHook(input)).secret)
    },
    onSuccess: () => {
      onClose()
      if (hook) showToast(`${hookName(hook)} saved.`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: hooksQuery.queryKey }),
  })
  const save = (form: FormData) =>
    mutate({
      url: textOf(form, 'url'),
      description: textOf(form, 'description'),
      events: form.getAll('events').filter((event): event is WebhookEvent => webhookEvents.includes(event as never)),
    })
  const close = () => {
    reset()
    onClose()
  }
  const wanted: readonly WebhookEvent[] = hook?.events ?? webhookEvents
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={hook ? 'Edit webhook' : 'Add a webhook'}
      description={
        hook
          ? 'Pending deliveries will go to the new address.'
          : 'Next, you will get a secret that the other program uses to check that an event is from us.'
      }
    >
      <form className={layout.column} onSubmit={handleSubmit(save)}>
        <Field
          spec={address}
          idPrefix="webhook"
          optional="optional"
          lengthWords={lengthWords}
          defaultValue={hook?.url}
          hint="The address that the receiving program shows. It starts with https://."
        />
        <Field
          spec={name}
          idPrefix="webhook"
          optional="optional"
          lengthWords={lengthWords}
          defaultValue={hook?.description ?? undefined}
          hint="The name shown in the list, such as Our CRM."
        />
        <fieldset>
          <legend className={layout.legend}>Send when</legend>
          {webhookEvents.map((event) => (
            <label key={event} className={`${layout.bar} ${layout.small} ${pieces.listed} ${css.event}`}>
              <input
                className={controls.tick}
                type="checkbox"
                name="events"
                value={event}
                defaultChecked={wanted.includes(event)}
              />
              <span>
                {eventWords[event]} <code className={layout.tiny}>{event}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <ErrorNotice error={error}>
          {error?.message === 'events: must name an event' && 'Choose at least one event.'}
        </ErrorNotice>
        <div className={dialogFooterClass}>
          <WhenOnline says>
            <Button look="signal" type="submit" disabled={isPending}>
              {hook ? 'Save' : 'Add webhook'}
            </Button>
          </WhenOnline>
        </div>
      </form>
    </Dialog>
  )
}
