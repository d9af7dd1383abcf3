import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { lengthWords } from '#content/form-field.ts'
import controls from '#desk/lib/controls.module.css'
import { useMe } from '#desk/lib/door.ts'
import { DraftNote, useDraft } from '#desk/lib/draft.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { recordKeys } from '#desk/lib/shortcuts.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { maxNoteLength } from '#shared/contract/form-rules.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { Button } from '#ui/button.tsx'
import { useTextLength } from '#ui/field.tsx'
import { TextLength } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { type RecordRef, writeNote } from './api.ts'
import css from './record.module.css'
import { mentionedIn, suggestMembers, typedName } from './text-marks.ts'

/** The form for a note to the team; a note cannot be edited later. An unsent draft is stored. */
export function NoteForm({ place }: { place: RecordRef }) {
  const queryClient = useQueryClient()
  const id = useId()
  const draft = useDraft<string>(`note ${place.id}`, `Note on ${place.who}`)
  const body = draft.value ?? ''
  const [noteId, setNoteId] = useState(() => randomId())
  /** The text before the caret, updated while the user types. */
  const [before, setBefore] = useState('')
  const me = useMe()
  const colleagues = useTeamMembers().all.filter(
    ({ id: one, name, state }) => one !== me.id && name && state !== 'stopped',
  )
  const offered = suggestMembers(before, colleagues)
  const write = useMutation({
    mutationFn: (text: string) =>
      writeNote(place, { id: noteId, body: text.trim(), mentioned: mentionedIn(text, colleagues) }),
    onSuccess: async (_, text) => {
      draft.clear(text)
      setBefore('')
      setNoteId(randomId())
      await queryClient.invalidateQueries({ queryKey: [place.name, 'record', place.id] })
    },
  })
  const choose = (name: string) => {
    const area = document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(id)}`)
    area?.setRangeText(`@${name} `, before.lastIndexOf('@'), before.length, 'end')
    // This event runs the field's input handlers.
    area?.dispatchEvent(new Event('input', { bubbles: true }))
    area?.focus()
  }
  const { note, isOver, heard, measured } = useTextLength(maxNoteLength, lengthWords)
  const send = () => {
    if (body.trim() && !isOver && !write.isPending) write.mutate(body)
  }
  return (
    <form
      className={layout.tight}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className={visuallyHidden} htmlFor={id}>
        Note
      </label>
      <textarea
        ref={measured.ref}
        id={id}
        className={`${layout.small} ${controls.control} ${css.control}`}
        rows={2}
        aria-invalid={isOver || undefined}
        aria-describedby={note ? `${id}-length` : undefined}
        placeholder="Write a note for the team; @ notifies a member"
        value={body}
        aria-keyshortcuts={`${recordKeys.note} Control+Enter`}
        onInput={measured.onInput}
        onChange={({ target }) => {
          draft.set(target.value || null)
          setBefore(target.value.slice(0, target.selectionEnd))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <TextLength id={`${id}-length`} note={note} isOver={isOver} heard={heard} />
      <ErrorNotice error={write.error} isSlim>
        {errorMessage(write.error)} Your text is still here.
      </ErrorNotice>
      <div className={pieces.line}>
        <span className={`${layout.cluster} ${layout.tiny}`} role="status">
          {offered.length > 0 ? 'Notify' : 'Ctrl+Enter saves. Notes cannot be edited.'}
          {offered.map((one) => (
            <Button key={one.id} size="small" onClick={() => choose(typedName(one.name))}>
              {isolateBidi(one.name)}
            </Button>
          ))}
        </span>
        <WhenOnline>
          <Button type="submit" size="small" disabled={write.isPending}>
            Add note
          </Button>
        </WhenOnline>
      </div>
      <DraftNote {...draft} />
    </form>
  )
}
