import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { templatesQuery } from '#desk/features/record/api.ts'
import { replyFields, unfilledField } from '#desk/features/record/text-marks.ts'
import controls from '#desk/lib/controls.module.css'
import { DraftNote, useFormDraft } from '#desk/lib/draft.tsx'
import { Failure } from '#desk/lib/failure.ts'
import { LabeledInput, textOf } from '#desk/lib/form.tsx'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { ReplyTemplate } from '#shared/contract/desk-records.ts'
import { templateLimits } from '#shared/contract/form-rules.ts'
import { Button } from '#ui/button.tsx'
import field from '#ui/field.module.css'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { removeTemplate, saveTemplate } from './api.ts'
import css from './settings.module.css'

const fields = replyFields.map((name) => `{${name}}`).join(', ')

export function ReplyTemplates() {
  const { data, error } = useQuery(templatesQuery)
  const [open, setOpen] = useState<ReplyTemplate | 'new' | null>(null)
  return (
    <Section
      title="Reply templates"
      text={`Start a reply from a template. ${fields} are filled in; the link opens the visitor’s call page.`}
    >
      <ErrorNotice error={error} />
      {data && (
        <ul className={pieces.bounded}>
          {data.map((one) => (
            <li key={one.id} className={`${layout.small} ${pieces.listed} ${pieces.line}`}>
              <span className={layout.anywhere}>{one.name}</span>
              <Button size="small" aria-label={`Edit ${one.name}`} onClick={() => setOpen(one)}>
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open === null ? (
        <Button onClick={() => setOpen('new')}>Add template</Button>
      ) : (
        <TemplateForm
          key={open === 'new' ? open : open.id}
          template={open === 'new' ? null : (data?.find(({ id }) => id === open.id) ?? open)}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  )
}

function TemplateForm({ template, onClose }: { template: ReplyTemplate | null; onClose: () => void }) {
  const queryClient = useQueryClient()
  const id = useId()
  const draft = useFormDraft<Pick<ReplyTemplate, 'updated_at'>>(
    `template ${template?.id ?? 'new'}`,
    template?.name ?? 'New template',
    () => (template ? { updated_at: template.updated_at } : {}),
  )
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (form: FormData | null): Promise<void> => {
      if (form === null) return template ? removeTemplate(template.id) : undefined
      const text = { name: textOf(form, 'name'), body: textOf(form, 'body') }
      const stray = unfilledField(text.body, replyFields)
      if (stray !== null) throw new Failure(`${stray} is not recognized. Available fields: ${fields}.`, 400)
      // After a refusal, saving again replaces the other member's text.
      return saveTemplate(template && { ...template, ...(error ? {} : draft.value?.seen) }, text)
    },
    onSuccess: (_, form) => {
      const name = form === null ? template?.name : textOf(form, 'name')
      showToast(`${name}: template ${form === null ? 'removed' : 'saved'}.`)
      draft.set(null)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  })
  return (
    <form
      className={`${layout.column} ${css.form}`}
      {...draft.form}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(new FormData(event.currentTarget))
      }}
    >
      <div className={layout.whole}>
        <LabeledInput
          label="Name"
          name="name"
          required
          longest={templateLimits.name}
          autoComplete="off"
          defaultValue={template?.name}
        />
      </div>
      <div className={`${field.field} ${layout.whole}`}>
        <label className={layout.label} htmlFor={id}>
          Text
        </label>
        <textarea
          id={id}
          name="body"
          required
          rows={9}
          maxLength={templateLimits.body}
          className={`${layout.small} ${controls.control}`}
          defaultValue={template?.body}
        />
      </div>
      <ErrorNotice error={error} className={layout.whole} />
      <div className={`${layout.bar} ${layout.whole}`}>
        <WhenOnline>
          <Button type="submit" look="signal" disabled={isPending}>
            Save template
          </Button>
          {template && (
            <Button disabled={isPending} onClick={() => mutate(null)}>
              Remove template
            </Button>
          )}
        </WhenOnline>
        <Button onClick={onClose}>{draft.value ? 'Close' : 'Cancel'}</Button>
        <DraftNote {...draft} isChange={template !== null} />
      </div>
    </form>
  )
}
