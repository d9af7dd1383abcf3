import { useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { SiteEntry } from '#shared/contract/site.ts'
import { siteListLimit } from '#shared/contract/site-checks.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import { useEdit } from './api.ts'
import { entryForms } from './entry-fields.ts'
import { EntryForm } from './entry-form.tsx'
import { ChangedBy, TextChips } from './field.tsx'
import { SiteFields } from './identity.tsx'
import { introLabels, listPaths } from './labels.ts'
import css from './site.module.css'
import { entriesOf, type SiteDraft, type SiteText } from './texts.ts'

interface ListPartProps {
  part: keyof typeof listPaths
  draft: SiteDraft
}

/** A list whose entries owners add, edit, hide, move and remove, with the texts above the list. */
export function ListPart({ part, draft }: ListPartProps) {
  const list = draft.texts.get(listPaths[part])
  const { heading, about } = entryForms[part]
  return (
    <div className={pieces.sections}>
      <Section title="Introduction" text="The texts above the list.">
        <div className={`${layout.column} ${css.fields}`}>
          <SiteFields draft={draft} labels={introLabels[part]} />
        </div>
      </Section>
      {list && (
        <Section title={heading} text={about}>
          <EntryList part={part} draft={draft} list={list} />
        </Section>
      )}
    </div>
  )
}

function EntryList({ part, draft, list }: ListPartProps & { list: SiteText }) {
  const { path } = list.word
  const { noun, nameOf, aboutOf } = entryForms[part]
  const entries = entriesOf(list.current)
  /** The index of the entry in the form; the length of the list for a new entry. */
  const [open, setOpen] = useState<number | null>(null)
  const { mutate, isPending, error, reset } = useEdit()
  const save = (value: SiteEntry[] | null, says: string) =>
    mutate({ path, value, before: list.edit?.value ?? null, says }, { onSuccess: () => setOpen(null) })
  const change = (index: number, ...put: SiteEntry[]) => entries.toSpliced(index, 1, ...put)
  // Entries have no id. With their names as keys, the focus follows an entry that moves.
  const names = entries.map(nameOf)
  const keyOf = (index: number) =>
    `${names[index]} ${names.slice(0, index).filter((name) => name === names[index]).length}`
  const move = (index: number, by: number) => {
    const [entry] = entries.slice(index)
    if (entry && !isPending) save(change(index).toSpliced(index + by, 0, entry), 'Moved.')
  }
  const act = (verb: string, name: string, onClick: () => void, isOff = isPending) => (
    <Button size="small" aria-label={`${verb} ${name}`} disabled={isOff} onClick={onClick}>
      {verb}
    </Button>
  )
  const keep = () => {
    const kept = entries.map(({ isSample: _, ...entry }) => entry)
    save(kept, 'Kept.')
  }
  return (
    <div className={`${layout.column} ${pieces.unmarked}`} id={path} tabIndex={-1}>
      <div className={layout.named}>
        <TextChips text={list} />
        {list.edit && (
          <p className={layout.note}>
            <ChangedBy edit={list.edit} />
          </p>
        )}
      </div>
      <ol className={pieces.bounded}>
        {entries.map((entry, index) => {
          const name = isolateBidi(nameOf(entry))
          const { isHidden, ...rest } = entry
          return (
            <li key={keyOf(index)} className={`${layout.tight} ${pieces.listed} ${css.entry}`} data-hidden={isHidden}>
              <div className={layout.named}>
                <h3 className={pieces.name}>{name}</h3>
                {entry.isSample && <Chip>Sample</Chip>}
                {isHidden && <Chip tone="quiet">Hidden</Chip>}
              </div>
              <p className={layout.note}>{aboutOf(entry)}</p>
              <div className={layout.cluster}>
                <WhenOnline>
                  {act('Edit', name, () => setOpen(index), false)}
                  {isHidden
                    ? act('Show', name, () => save(change(index, rest), 'Shown.'))
                    : act('Hide', name, () => save(change(index, { ...rest, isHidden: true }), 'Hidden.'))}
                  {act('Remove', name, () => save(change(index), 'Removed.'))}
                  <MoveButton name={name} to="up" isOff={index === 0} onMove={() => move(index, -1)} />
                  <MoveButton name={name} to="down" isOff={index === names.length - 1} onMove={() => move(index, 1)} />
                </WhenOnline>
              </div>
            </li>
          )
        })}
      </ol>
      {entries.length === 0 && <p className={layout.note}>The list is empty, so the site leaves it out.</p>}
      {open === null && <ErrorNotice error={error} />}
      <div className={layout.cluster}>
        <WhenOnline>
          {entries.length < siteListLimit(path) && <Button onClick={() => setOpen(entries.length)}>Add {noun}</Button>}
          {list.isSample && (
            <Button disabled={isPending} onClick={keep}>
              Keep all as they are
            </Button>
          )}
          {list.edit && (
            <Button disabled={isPending} onClick={() => save(null, 'The original is back.')}>
              Use the original list
            </Button>
          )}
        </WhenOnline>
      </div>
      {open !== null && (
        <EntryForm
          part={part}
          entry={entries[open]}
          known={draft.known}
          isBusy={isPending}
          error={error}
          onSave={(entry) => save(change(open, entry), 'Saved.')}
          onClose={() => {
            reset()
            setOpen(null)
          }}
        />
      )}
    </div>
  )
}

interface MoveButtonProps {
  name: string
  to: 'up' | 'down'
  isOff: boolean
  onMove: () => void
}

const MoveButton = ({ name, to, isOff, onMove }: MoveButtonProps) => (
  <button
    type="button"
    className={`${controls.bare} ${controls.square} ${css.move}`}
    aria-label={`Move ${name} ${to}`}
    // A disabled button would lose the focus when its entry reaches the end of the list.
    aria-disabled={isOff}
    onClick={isOff ? undefined : onMove}
  >
    <svg width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
      <path d={to === 'up' ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} />
    </svg>
  </button>
)
