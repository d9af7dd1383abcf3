import { useState } from 'react'
import { CheckField, handleSubmit } from '#desk/lib/form.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { SiteEntry } from '#shared/contract/site.ts'
import { checkSiteEntry, siteListLimit } from '#shared/contract/site-checks.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { listZoneNames } from '#shared/lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Dialog, dialogFooterClass } from '#ui/dialog.tsx'
import { FieldView } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { useEdit } from './api.ts'
import { type FieldProps, QuietButton, TextState } from './field.tsx'
import { type EntryField, type ListPath, lists } from './labels.ts'
import { PictureControl } from './look.tsx'
import { entriesOf, entryFromForm } from './texts.ts'

/** A list whose entries owners add, edit, hide, move and remove. */
export function Entries({ draft, text, label }: FieldProps) {
  const { path } = text.word
  const { noun, nameOf, aboutOf } = lists[path as ListPath]
  const entries = entriesOf(text.current)
  /** The index of the entry in the form. */
  const [open, setOpen] = useState<number | null>(null)
  const { mutate, isPending, error } = useEdit()
  const save = (value: SiteEntry[]) => {
    if (!isPending) mutate({ path, value })
  }
  const replace = (index: number, ...put: SiteEntry[]) => entries.toSpliced(index, 1, ...put)
  const remove = (index: number) => {
    const undo = () => save([...entries])
    mutate({ path, value: replace(index) }, { onSuccess: () => showToast(`Removed ${names[index]}`, { undo }) })
  }
  const move = (entry: SiteEntry, from: number, to: number) => save(replace(from).toSpliced(to, 0, entry))
  // Entries have no id. With their names as keys, the focus follows an entry that moves.
  const names = entries.map(nameOf)
  return (
    <div className={`${layout.column} ${pieces.unmarked}`} id={path} tabIndex={-1}>
      <TextState text={text} label={label} />
      <ol className={pieces.bounded}>
        {entries.map((entry, index) => {
          const name = names[index] ?? ''
          const { isHidden, ...rest } = entry
          const act = (verb: string, onClick: () => void) => <QuietButton verb={verb} of={name} onClick={onClick} />
          return (
            <li
              key={names.indexOf(name) === index ? name : `${name} ${index}`}
              className={`${layout.tight} ${pieces.listed}`}
            >
              <div className={layout.named}>
                <h3 className={pieces.name}>{isolateBidi(name)}</h3>
                {entry.isSample && <Chip>Sample</Chip>}
                {isHidden && <Chip tone="quiet">Hidden</Chip>}
              </div>
              <p className={layout.note}>{aboutOf(entry)}</p>
              <div className={layout.bar}>
                <WhenOnline>
                  {act('Edit', () => setOpen(index))}
                  {isHidden
                    ? act('Show', () => save(replace(index, rest)))
                    : act('Hide', () => save(replace(index, { ...rest, isHidden: true })))}
                  {index > 0 && act('Move up', () => move(entry, index, index - 1))}
                  {index < entries.length - 1 && act('Move down', () => move(entry, index, index + 1))}
                  {act('Remove', () => remove(index))}
                </WhenOnline>
              </div>
            </li>
          )
        })}
      </ol>
      {entries.every(({ isHidden }) => isHidden) && (
        <p className={layout.note}>The site leaves out this list, because no entry is visible.</p>
      )}
      <ErrorNotice error={error} />
      {entries.length < siteListLimit(path) && (
        <div>
          <WhenOnline>
            <Button onClick={() => setOpen(entries.length)}>Add {noun}</Button>
          </WhenOnline>
        </div>
      )}
      {open !== null && <EntryForm draft={draft} text={text} index={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

interface EntryFormProps extends Omit<FieldProps, 'label'> {
  /** The length of the list for a new entry. */
  index: number
  onClose: () => void
}

/** Adds or edits an entry of a list. */
function EntryForm({ draft, text, index, onClose }: EntryFormProps) {
  const { path } = text.word
  const { fields, noun, blank, nameOf } = lists[path as ListPath]
  const entries = entriesOf(text.current)
  const entry = entries[index]
  const [problem, setProblem] = useState<ReturnType<typeof checkSiteEntry>>(null)
  const { mutate, isPending, error } = useEdit()
  const save = (form: FormData) => {
    const next = entryFromForm(fields, entry ?? {}, form)
    const found = checkSiteEntry(path, next, draft.known)
    setProblem(found)
    if (found) document.getElementById(`entry-${found.field}`)?.focus()
    else mutate({ path, value: entries.toSpliced(index, 1, next) }, { onSuccess: onClose })
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
        <ErrorNotice error={error} />
        <div className={dialogFooterClass}>
          <WhenOnline says>
            <Button look="signal" type="submit" disabled={isPending}>
              {isPending ? 'Saving…' : entry ? 'Save' : `Add ${noun}`}
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
  if (kind === 'portrait') return <PortraitField field={field} value={value} error={error} />
  const options = kind === 'zone' ? listZoneNames(text).map((zone) => ({ value: zone, label: zone })) : []
  const type = kind === 'zone' ? 'select' : kind === 'number' ? 'text' : kind
  const spec = { name, label, type, options, required: false, autocomplete: 'off' } as const
  return <FieldView idPrefix="entry" spec={spec} defaultValue={text} error={error} hint={hint} />
}

function PortraitField({ field: { name, label }, value, error }: EntryControlProps) {
  const [path, setPath] = useState(String(value ?? ''))
  return (
    <div className={layout.close}>
      <p className={layout.label}>{label}</p>
      <input type="hidden" name={name} value={path} />
      <div className={layout.bar}>
        {path && <img src={path} alt="Current portrait" width="72" height="72" />}
        <PictureControl use="portrait" path={path} error={error ? new Error(error) : null} onPath={setPath} />
      </div>
      <p className={layout.note}>The site shows the middle of the picture, or initials if there is no picture.</p>
    </div>
  )
}
