import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useId, useState } from 'react'
import { inWords } from '#desk/lib/failure.ts'
import { keepTyped, typedIn } from '#desk/lib/typed.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { Button } from '#ui/button.tsx'
import { writeNote } from './api.ts'
import css from './record.module.css'
import type { RecordPlace } from './types.ts'

const longest = 5000

/** A note for colleagues. It stays as it was written; what was typed and not yet sent waits for whoever comes back. */
export function NoteForm({
  place,
  field,
}: {
  place: RecordPlace
  field: RefObject<HTMLTextAreaElement | null>
}) {
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
  const send = () => {
    if (body.trim() && !write.isPending) write.mutate()
  }
  return (
    <form
      className={css.note}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className={css.heard} htmlFor={id}>
        Note
      </label>
      <textarea
        ref={field}
        id={id}
        className={css.text}
        rows={2}
        maxLength={longest}
        placeholder="Write a note for the team"
        value={body}
        aria-keyshortcuts="n Control+Enter"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {write.error && (
        <p className={css.problem} role="alert">
          {inWords(write.error)} Your text is still here.
        </p>
      )}
      <div className={css.send}>
        <span className={css.soft}>Ctrl+Enter. Notes stay as they are.</span>
        <Button type="submit" size="small" disabled={write.isPending}>
          Add note
        </Button>
      </div>
    </form>
  )
}
