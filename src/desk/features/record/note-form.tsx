import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { lengthWords } from '#content/form-field.ts'
import controls from '#desk/lib/controls.module.css'
import { inWords } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { recordKeys } from '#desk/lib/shortcuts.ts'
import { keepTyped, typedIn } from '#desk/lib/typed.ts'
import { useMutation } from '#desk/lib/use-mutation.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { longestNote } from '#shared/contract/form-rules.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { TextLength } from '#ui/text-length.tsx'
import { unseen } from '#ui/unseen.ts'
import { useTextLength } from '#ui/use-text-length.ts'
import { writeNote } from './api.ts'
import css from './record.module.css'
import type { RecordPlace } from './types.ts'

/** A note for colleagues, which cannot be edited later; an unsent draft is kept. */
export function NoteForm({ place }: { place: RecordPlace }) {
  const queryClient = useQueryClient()
  const id = useId()
  const [body, setBody] = useState(() => typedIn(place.id))
  const [noteId, setNoteId] = useState(() => randomId())
  const type = (text: string) => {
    keepTyped(place.id, text)
    setBody(text)
  }
  const write = useMutation({
    mutationFn: () => writeNote(place, noteId, body.trim()),
    onSuccess: async () => {
      type('')
      setNoteId(randomId())
      await queryClient.invalidateQueries({ queryKey: [place.name, 'record', place.id] })
    },
  })
  const { note, isOver, heard, measured } = useTextLength(longestNote, lengthWords)
  const send = () => {
    if (body.trim() && !isOver && !write.isPending) write.mutate()
  }
  return (
    <form
      className={layout.tight}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className={unseen} htmlFor={id}>
        Note
      </label>
      <textarea
        ref={measured.ref}
        id={id}
        className={`${layout.small} ${controls.control} ${css.control}`}
        rows={2}
        aria-invalid={isOver || undefined}
        aria-describedby={note ? `${id}-length` : undefined}
        placeholder="Write a note for the team"
        value={body}
        aria-keyshortcuts={`${recordKeys.note} Control+Enter`}
        onInput={measured.onInput}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <TextLength id={`${id}-length`} note={note} isOver={isOver} heard={heard} />
      {write.error && (
        <p className={`${layout.bar} ${pieces.apart} ${pieces.problem} ${pieces.slim}`} role="alert">
          {inWords(write.error)} Your text is still here.
        </p>
      )}
      <div className={pieces.line}>
        <span className={layout.tiny}>Ctrl+Enter. Notes stay as they are.</span>
        <WhenOnline>
          <Button type="submit" size="small" disabled={write.isPending}>
            Add note
          </Button>
        </WhenOnline>
      </div>
    </form>
  )
}
