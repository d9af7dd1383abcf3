import { type ComponentPropsWithRef, type KeyboardEvent, type ReactNode, useState } from 'react'
import { readTypedText, saveTypedText } from '#desk/lib/browser-storage.ts'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { SiteEdit } from '#shared/contract/site.ts'
import { checkSiteText, noLink, sitePaths } from '#shared/contract/site-checks.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import field from '#ui/field.module.css'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { useEdit } from './api.ts'
import css from './site.module.css'
import { keepEdges, type SiteDraft, type SiteText, textOf, valuesIn } from './texts.ts'

/** A button that reads as a link. */
export const QuietButton = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" className={`${controls.bare} ${controls.words} ${layout.small}`} {...props} />
)

interface SiteFieldProps {
  draft: SiteDraft
  text: SiteText
  label: string
  hint?: string | undefined
  /** Called after a save or a cancellation. */
  onClose?: () => void
  /** Another control for the same text, before the field. Problems are shown while the user types. */
  before?: (typed: string, type: (text: string) => void) => ReactNode
  /** Shows the result, below the field. */
  children?: (typed: string) => ReactNode
}

/** A field for one text of the site, which is saved on its own. Unsaved text stays in the tab. */
export function SiteField({ draft, text, label, hint, onClose, before, children }: SiteFieldProps) {
  const { word, edit, isSample } = text
  const { path, longest } = word
  const isLink = path.startsWith(sitePaths.links)
  const shownIn = (value: string) => (isLink && value === noLink ? '' : value)
  const current = shownIn(textOf(text.current))
  const place = `site:${path}`
  const [typed, setTyped] = useState(() => readTypedText(place) || current)
  const [seen, setSeen] = useState(current)
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error, reset } = useEdit()
  // The stored text has changed: shows it, unless the user has edited the earlier one.
  if (seen !== current) {
    setSeen(current)
    if (typed === seen) setTyped(current)
  }
  const isTyped = typed !== current
  const value = (isLink && !typed.trim() && noLink) || keepEdges(textOf(word.original), typed)
  const fault = isTyped ? checkSiteText(word, value, draft.known) : null
  const isEager = before !== undefined || typed.length > longest
  const problem = fault && (isTried || isEager) ? fault : error && errorMessage(error)

  const type = (next: string) => {
    setTyped(next)
    saveTypedText(place, next === current ? '' : next)
    if (error) reset()
  }
  const done = (shown: string) => {
    setTyped(shown)
    saveTypedText(place, '')
    setTried(false)
    reset()
    onClose?.()
  }
  const send = (value: string | null, says?: string) =>
    mutate(
      { path, value, ...(value === null && { before: text.current }), ...(says && { says }) },
      { onSuccess: () => done(shownIn(value ?? textOf(word.original))) },
    )
  const save = () => {
    setTried(true)
    if (isTyped && !fault && !isPending) send(value)
  }
  const isLong = onClose !== undefined || current.length > 60
  const described = [hint && `${path}-hint`, problem && `${path}-error`].filter(Boolean).join(' ')
  const shared = {
    id: path,
    value: typed,
    className: `${controls.control} ${controls.large} ${css.control}`,
    autoComplete: 'off',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': described || undefined,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || textOf(word.original).includes('\n')) return
    event.preventDefault()
    save()
  }
  return (
    <form
      className={`${field.field} ${css.field}`}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className={layout.named}>
        <label className={layout.label} htmlFor={path}>
          {label}
        </label>
        <TextChips text={text} />
      </div>
      <div className={`${layout.bar} ${css.controls}`}>
        {before?.(typed, type)}
        {isLong ? <textarea {...shared} rows={2} onKeyDown={onKeyDown} /> : <input {...shared} type="text" />}
      </div>
      {hint && (
        <p className={field.hint} id={`${path}-hint`}>
          {hint}
        </p>
      )}
      {(isTyped || onClose) && <ValuesNote draft={draft} text={text} typed={typed} />}
      {problem && (
        <p className={field.error} id={`${path}-error`} role="alert">
          {problem}
        </p>
      )}
      {(isTyped || onClose) && (
        <div className={layout.cluster}>
          <WhenOnline>
            <Button type="submit" size="small" disabled={isPending}>
              {isPending ? 'Saving…' : 'Save'}
              <span className={visuallyHidden}> {label}</span>
            </Button>
          </WhenOnline>
          <QuietButton onClick={() => done(current)}>Cancel</QuietButton>
          <span className={`${layout.tiny} ${layout.numbers}`}>
            {typed.length} of {longest} characters
          </span>
        </div>
      )}
      {isSample && !isTyped && (
        <div className={layout.cluster}>
          <p className={field.hint}>Sample: replace it or keep it as it is.</p>
          <WhenOnline>
            <QuietButton disabled={isPending} onClick={() => send(textOf(text.current), 'Kept.')}>
              Keep<span className={visuallyHidden}> {label}</span>
            </QuietButton>
          </WhenOnline>
        </div>
      )}
      {children?.(typed)}
      {edit && <EditNote text={text} edit={edit} label={label} isBusy={isPending} onSend={send} />}
    </form>
  )
}

/** Explains the names in braces that the text contains. */
function ValuesNote({ draft, text, typed }: { draft: SiteDraft; text: SiteText; typed: string }) {
  const values = valuesIn(text.word, typed, draft.state.values)
  if (values.length === 0) return null
  return (
    <ul className={`${layout.row} ${layout.note} ${css.values}`}>
      {values.map(([name, value]) => (
        <li key={name}>
          <code>{`{${name}}`}</code> {value ?? 'is filled in by the site'}
        </li>
      ))}
    </ul>
  )
}

/** Says what is special about a text. */
export function TextChips({ text: { isUnpublished, isSample, edit } }: { text: SiteText }) {
  return (
    <>
      {isUnpublished && <Chip tone="ink">Not published</Chip>}
      {isSample && <Chip tone="plain">Sample</Chip>}
      {edit?.isStale && <Chip tone="alert">Original has changed</Chip>}
    </>
  )
}

interface EditNoteProps {
  text: SiteText
  edit: SiteEdit
  label: string
  isBusy: boolean
  onSend: (value: string | null, says?: string) => void
}

/** Shows the original of an edited text, and offers it again. */
function EditNote({ text, edit, label, isBusy, onSend }: EditNoteProps) {
  const offer = (says: string, act: () => void) => (
    <QuietButton aria-label={`${says}: ${label}`} disabled={isBusy} onClick={act}>
      {says}
    </QuietButton>
  )
  return (
    <div className={`${layout.cluster} ${css.original}`}>
      <OriginalNote text={text} edit={edit} />
      {text.word.original !== text.current && (
        <WhenOnline>
          {edit.isStale && offer('Keep my text', () => onSend(textOf(edit.value), 'Kept.'))}
          {offer('Use the original', () => onSend(null, 'The original is back.'))}
        </WhenOnline>
      )}
    </div>
  )
}

/** Says what the original of an edited text is, and who changed it. */
export function OriginalNote({ text: { word, current }, edit }: { text: SiteText; edit: SiteEdit }) {
  return (
    <p className={`${layout.note} ${layout.anywhere}`}>
      {typeof word.original === 'string' && word.original !== current && (
        <>
          {edit.isStale ? 'New original: ' : 'Original: '}
          <span className={css.quoted}>{wordsOf(word.original)}</span>
          <br />
        </>
      )}
      <ChangedBy edit={edit} />
    </p>
  )
}

/** Shows a text in a list. */
export const wordsOf = (text: string): ReactNode => (text === '' || text === noLink ? <em>empty</em> : text)

export function ChangedBy({ edit: { author, at } }: { edit: SiteEdit }) {
  const nameOf = useAuthorNames()
  return `Changed by ${nameOf(author)}, ${dayAndTime(new Date(at))}.`
}

/** Returns a function that names an author within a sentence. */
export function useAuthorNames(): (id: string | null) => string {
  const me = useMe()
  const nameOf = useMemberNames()
  return (id) => (id === me.id ? 'you' : id === null ? 'a former member' : nameOf(id))
}
