import { type ComponentPropsWithRef, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { errorMessage } from '#desk/lib/failure.ts'
import { handleSubmit } from '#desk/lib/form.tsx'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { SiteValue } from '#shared/contract/site.ts'
import { checkSiteText, sitePaths } from '#shared/contract/site-checks.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { FieldView } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import { useEdit } from './api.ts'
import { hints, senderHint } from './labels.ts'
import { SignalColor } from './look.tsx'
import css from './site.module.css'
import { type SiteDraft, type SiteText, shownText, storedText, valuesIn } from './texts.ts'

/** A button that reads as a link. For screen readers, its name ends with its subject. */
export const QuietButton = ({ verb, of, ...rest }: ComponentPropsWithRef<'button'> & { verb: string; of: string }) => (
  <button
    {...rest}
    type="button"
    className={`${controls.bare} ${controls.words} ${layout.small}`}
    aria-label={`${verb} ${of}`}
  >
    {verb}
  </button>
)

export interface FieldProps {
  draft: SiteDraft
  text: SiteText
  label: string
}

/** A field for one text of the site, which is saved on its own. */
export function SiteField({ draft, text, label }: FieldProps) {
  const { word, current } = text
  const { path, longest } = word
  const { sender, values } = draft.state
  const saved = shownText(current)
  /** Null if the user has not changed the text. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error, reset } = useEdit()
  const shown = typed ?? saved
  const value = storedText(word, shown)
  const fault = checkSiteText(word, value, draft.known)

  const type = (next: string) => {
    setTyped(next === saved ? null : next)
    reset()
  }
  const close = () => {
    setTyped(null)
    setTried(false)
    reset()
  }
  const save = () => {
    setTried(true)
    if (fault) document.getElementById(path)?.focus()
    else if (typed !== null && !isPending) mutate({ path, value }, { onSuccess: close })
  }
  return (
    <form className={`${layout.tight} ${css.field}`} onSubmit={handleSubmit(save)} noValidate>
      <FieldView
        spec={{
          ...{ name: path, label, required: false, autocomplete: 'off' },
          type: saved.length > 40 || saved.includes('\n') ? 'textarea' : 'text',
        }}
        value={shown}
        onChange={({ target }) => type(target.value)}
        hint={path === sitePaths.senderName && sender ? senderHint(sender) : hints[path]}
        error={(isTried && fault) || (error ? errorMessage(error) : undefined)}
      />
      {path === sitePaths.signal && <SignalColor color={shown} onChange={type} />}
      {typed !== null && (
        <>
          {valuesIn(word, shown, values).map(([name, value]) => (
            <p key={name} className={layout.note}>
              <code>{`{${name}}`}</code> {value ?? 'is filled in by the site'}
            </p>
          ))}
          <div className={layout.cluster}>
            <WhenOnline>
              <Button type="submit" size="small" aria-label={`Save ${label}`} disabled={isPending}>
                {isPending ? 'Saving…' : 'Save'}
              </Button>
            </WhenOnline>
            <QuietButton verb="Cancel" of={label} onClick={close} />
            <span className={`${layout.tiny} ${layout.numbers}`}>
              {shown.length} of {longest} characters
            </span>
          </div>
        </>
      )}
      <TextState text={text} label={label} />
    </form>
  )
}

/** Says what is special about a text, who changed it, and what its original is. Offers to keep or restore it. */
export function TextState({ text, label }: { text: SiteText; label: string }) {
  const { word, edit, current, isSample, isUnpublished } = text
  const { mutate, isPending, error } = useEdit()
  const nameOf = useAuthorNames()
  if (!edit && !isSample && !isUnpublished) return null
  const offer = (verb: string, value: SiteValue | null) => (
    <QuietButton verb={verb} of={label} disabled={isPending} onClick={() => mutate({ path: word.path, value })} />
  )
  const differs = edit && !edit.isLost && word.original !== current
  const kept = typeof current === 'string' ? current : current.map(({ isSample: _, ...entry }) => entry)
  return (
    <div className={layout.close}>
      <div className={layout.named}>
        {isUnpublished && <Chip tone="ink">Not published</Chip>}
        {isSample && <Chip>Sample</Chip>}
        {edit?.isStale && <Chip tone="alert">Original has changed</Chip>}
        {edit?.isLost && <Chip tone="alert">No longer on the site</Chip>}
        <WhenOnline>
          {(isSample || edit?.isStale) && offer('Keep', kept)}
          {differs && offer('Use the original', null)}
          {edit?.isLost && offer('Remove', null)}
        </WhenOnline>
      </div>
      {edit && (
        <p className={`${layout.note} ${layout.anywhere}`}>
          {differs && typeof word.original === 'string' && <>Original: {shownText(word.original) || 'empty'} · </>}
          Changed by {nameOf(edit.author)}, {dayAndTime(new Date(edit.at))}.
        </p>
      )}
      <ErrorNotice error={error} />
    </div>
  )
}

/** Returns a function that names an author within a sentence. */
export function useAuthorNames(): (id: string | null) => string {
  const me = useMe()
  const nameOf = useMemberNames()
  return (id) => (id === me.id ? 'you' : id === null ? 'a former member' : nameOf(id))
}
