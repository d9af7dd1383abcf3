import { useState } from 'react'
import { CheckField, handleSubmit, LabeledInput } from '#desk/lib/form.tsx'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { SiteEntry } from '#shared/contract/site.ts'
import { checkSiteEntry } from '#shared/contract/site-checks.ts'
import { listZoneNames } from '#shared/lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, dialogFooterClass } from '#ui/dialog.tsx'
import fieldCss from '#ui/field.module.css'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { type EntryField, entryForms, entryFromForm } from './entry-fields.ts'
import { listPaths } from './labels.ts'
import { PictureControl } from './picture.tsx'
import css from './site.module.css'

interface EntryFormProps {
  part: keyof typeof listPaths
  /** Undefined for a new entry. */
  entry: SiteEntry | undefined
  known: ReadonlySet<string>
  isBusy: boolean
  error: Error | null
  onSave: (entry: SiteEntry) => void
  onClose: () => void
}

/** Adds or edits an entry of a list. */
export function EntryForm({ part, entry, known, isBusy, error, onSave, onClose }: EntryFormProps) {
  const { fields, noun, blank, nameOf } = entryForms[part]
  const [problem, setProblem] = useState<ReturnType<typeof checkSiteEntry>>(null)
  const save = (form: FormData) => {
    const next = entryFromForm(fields, entry ?? {}, form)
    const found = checkSiteEntry(listPaths[part], next, known)
    setProblem(found)
    if (!found) return onSave(next)
    document.querySelector<HTMLElement>(`[role=dialog] [name='${found.field}']`)?.focus()
  }
  return (
    <Dialog isOpen onClose={onClose} title={entry ? `Edit ${nameOf(entry)}` : `Add ${noun}`}>
      <form className={layout.column} onSubmit={handleSubmit(save)} noValidate>
        {fields.map((field) => (
          <EntryControl
            key={field.name}
            field={field}
            value={(entry ?? blank)[field.name]}
            error={problem?.field === field.name ? problem.says : undefined}
          />
        ))}
        {problem?.field === '' && <ErrorNotice error={new Error(problem.says)} />}
        <ErrorNotice error={error} />
        <div className={dialogFooterClass}>
          <WhenOnline says>
            <Button look="signal" type="submit" disabled={isBusy}>
              {isBusy ? 'Saving…' : entry ? 'Save' : `Add ${noun}`}
            </Button>
          </WhenOnline>
        </div>
      </form>
    </Dialog>
  )
}

interface EntryControlProps {
  field: EntryField
  value: SiteEntry[string] | undefined
  error: string | undefined
}

function EntryControl({ field, value, error }: EntryControlProps) {
  const { name, label, kind = 'text', hint } = field
  const text = String(value ?? '')
  if (kind === 'flag') return <CheckField name={name} label={label} defaultChecked={value === true} />
  if (kind === 'portrait') return <PortraitField name={name} label={label} before={text} error={error} />
  const shared = { defaultValue: text, error, ...(hint && { hint }) }
  if (kind !== 'zone') {
    const spec = {
      name,
      label,
      type: kind === 'long' ? 'textarea' : 'text',
      required: false,
      autocomplete: 'off',
    } as const
    return <Field spec={spec} idPrefix="entry" {...shared} />
  }
  return (
    <>
      <LabeledInput name={name} label={label} list="site-zones" autoComplete="off" {...shared} />
      <datalist id="site-zones">
        {listZoneNames(text).map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

function PortraitField({
  name,
  label,
  before,
  error,
}: {
  name: string
  label: string
  before: string
  error?: string | undefined
}) {
  const [path, setPath] = useState(before)
  return (
    <div className={fieldCss.field}>
      <p className={layout.label}>{label}</p>
      <input type="hidden" name={name} value={path} />
      <div className={layout.bar}>
        {path && <img className={css.portrait} src={path} alt="Current portrait" width="72" height="72" />}
        <PictureControl use="portrait" path={path} error={error ? new Error(error) : null} onPath={setPath} />
      </div>
      <p className={fieldCss.hint}>
        The site shows the middle of the picture as a square. If there is no picture, it shows initials.
      </p>
    </div>
  )
}
